#!/usr/bin/env python3
"""Runs the conformance suite against a program; README.md in the folder above says how.

  check.py hexmate                                     all questions, put to hexmate or what answers like it
  check.py uci=./engine variant=glinski                moves and counts, from a program that knows `go perft`
  check.py moves='./list {variant} {fen}' show=99      one kind of question, and more of what is wrong
"""
import csv, json, pathlib, re, shlex, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

LIKE_HEXMATE = {"moves": "moves {fen} --variant {variant} --fens --format csv",
    "counts": "perft {fen} --variant {variant} --depth {depth} --breakdown --format csv",
    "fens": "validate {fen} --variant {variant} --from-fen {order} --format csv",
    "canonical": "convert {fen} --variant {variant} --from-fen {order} --to fen",
    "texts": "convert - --variant {variant} --to csv", "games": "validate - --variant {variant} --format csv",
    "ends": "stats - --variant {variant} --format csv"}
UCI = "uci\nsetoption name UCI_Variant value {variant}\nisready\nposition fen {fen}\ngo perft {depth}\nquit\n"
PGN = '[Result "*"]\n[Variant "{variant}"]\n[Letters "{letters}"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. {text} *\n'

def ask(kind, fields, stdin=""):
    words = [word.format(**fields) for word in shlex.split(commands[kind])]
    done = subprocess.run(words, input=stdin, capture_output=True, encoding="utf-8", errors="replace", timeout=120)
    return done.returncode == 0, list(csv.DictReader(done.stdout.splitlines())), done.stdout
def go(row, depth):
    divide = re.findall(r"^(\w\d+\w\d+\w?)\s*: *(\d+)", ask("uci", row, UCI.format(depth=depth, **row))[2], re.M)
    return [{"uci": uci} for uci, _ in divide], {"depth": depth, "nodes": sum(int(nodes) for _, nodes in divide)}
def answers(name, row):  # of each question its kind, what is right, what is found
    row["depth"] = len(row.get("counts", []))
    if name == "positions" and {"moves", "uci"} & set(commands):
        table = ask("moves", row)[1] if "moves" in commands else go(row, 1)[0]
        for column in [c for c in ("uci", "san", "fen") if c == "uci" or table and c in table[0]]:
            yield "moves", {(m["uci"], m[column]) for m in row["moves"]}, {(r["uci"], r[column]) for r in table}
    if name == "counts" and {"counts", "uci"} & set(commands):
        for found in ask("counts", row)[1] if "counts" in commands else [go(row, d + 1)[1] for d in range(row["depth"])]:
            right = row["counts"][int(found["depth"]) - 1]
            numbers = {w: int(n) for w, n in found.items() if w == "nodes" or w in WORDS}
            yield "counts", {w: right.get(w, 0) for w in numbers}, numbers
    if name == "fens" and "fens" in commands:
        read, table, _ = ask("fens", row)
        yield "fens", row["verdict"] in ("canonical", "lenient"), read
        if not read and table and "code" in table[0]: yield "fens", row["codes"][0], table[0]["code"]
    if name == "fens" and "canonical" in commands and row["verdict"] in ("canonical", "lenient"):
        yield "canonical", row.get("canonical", row["fen"]), ask("canonical", row)[2].strip()
    for text in row.get("texts", []) if "texts" in commands else []:
        table = ask("texts", row, PGN.format(**row, **text))[1]
        yield "texts", (text["text"], text.get("uci", "")), (text["text"], table[0]["moves"] if table else "")
    if name == "games" and "games" in commands:
        yield "games", True, ask("games", row, row["pgn"])[0]
        if "wrong" in row: yield "games", False, ask("games", row, row["pgn"].replace(row["result"], row["wrong"]))[0]
    if name == "games" and "ends" in commands:
        ends = [r["value"] for r in ask("ends", row, row["pgn"])[1] if r["group"] == "ending"]
        yield "ends", row["end"], (ends + ["unfinished"])[0]

options = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
only, show = options.pop("variant", ""), int(options.pop("show", 20))
programs = [word for word in sys.argv[1:] if "=" not in word]
commands = {kind: f"{shlex.quote(p)} {rest}" for p in programs for kind, rest in LIKE_HEXMATE.items()} | options
if not commands or set(commands) - {"uci", *LIKE_HEXMATE}: sys.exit(__doc__)
asked, failed = {}, []
WORDS = "captures en_passant double_steps promotions checks double_checks mates stalemates eliminations".split()
for name in ("positions", "counts", "fens", "texts", "games"):
    lines = pathlib.Path(__file__).with_name(name + ".jsonl").read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if only in ("", row["variant"])]
    for row, told in zip(rows, ThreadPoolExecutor().map(lambda row: list(answers(name, row)), rows)):
        for kind, right, found in told:
            asked[kind] = asked.get(kind, 0) + 1
            if right != found: failed.append((kind, row["id"], row["fen"], right, found))
for kind, place, fen, right, found in failed[:show]:
    both = isinstance(right, set) and {"lacking": sorted(right - found), "surplus": sorted(found - right)}
    print(f"FAILED {kind}: {place}: {fen}\n  " + (f"{both}" if both else f"expected {right}, found {found}"))
for kind in asked: print(f"{kind}: {asked[kind]} asked, {sum(fault[0] == kind for fault in failed)} failed")
sys.exit(1 if failed else 0)
