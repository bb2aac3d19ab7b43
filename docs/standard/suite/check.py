#!/usr/bin/env python3
"""Runs the conformance suite against a program, see README.md in the folder above: check.py hexmate
check.py uci=./engine variant=glinski · check.py moves='./list {variant} {fen}' show=99"""
import concurrent.futures, csv, json, pathlib, re, shlex, subprocess, sys, threading
KINDS = dict(moves="moves {fen} --fens --format csv", counts="perft {fen} --depth {depth} --breakdown --format csv",
    fens="validate {fen} --from-fen {order} --format csv", canonical="convert {fen} --from-fen {order} --to fen",
    texts="convert - --to csv", games="validate -", ends="select - --ending {end}")
UCI = "uci\nsetoption name UCI_Variant value {variant}\nisready\nposition fen {fen}\ngo perft {depth}\nquit\n"
PGN = '[Variant "{variant}"]\n[Letters "{letters}"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. {text}\n'
MOVE = r"[a-r]\d+[a-r]\d+[qrbnQRBN]?"
said = threading.local()  # errors: what the programs wrote on stderr for this row
def ask(kind, fields, stdin=""):  # returns: is the exit status 0, the answer as a table, the answer as text
    try: words = [word.format(**fields) for word in shlex.split(commands[kind])]
    except (KeyError, IndexError, ValueError) as error:
        sys.exit(f"{kind}: cannot fill in {commands[kind]}: {error}; names: {', '.join(name for name in fields if type(fields[name]) is not list)}; write {{{{ for a brace")
    try: done = subprocess.run(words, input=stdin, capture_output=True, encoding="utf-8", errors="replace", timeout=120)
    except (OSError, subprocess.TimeoutExpired) as error: sys.exit(f"{kind}: {error}")
    said.errors += [line for line in done.stderr.splitlines() if line.strip()]
    if done.returncode not in (0, 1): said.errors.append(f"exit status {done.returncode}")
    return done.returncode == 0, list(csv.DictReader(done.stdout.splitlines())), done.stdout.strip()
def divide(row, depth):
    return re.findall(rf"^({MOVE})\s*:\s*(\d+)", ask("uci", row, UCI.format(**row | {"depth": depth}))[2], re.M)
def listed(row):  # a table with a column uci, or moves in any other text
    _, table, text = ask("moves", row)
    if "uci" in text.split("\n")[0].strip().split(","): return table
    return [{"uci": m} for m in re.findall(rf"(?<![\w/])({MOVE})(?![\w/])", text)]
def moves(row):
    table = listed(row) if "moves" in commands else [{"uci": m} for m, _ in divide(row, 1)]
    for column in [c for c in ("uci", "san", "fen") if c == "uci" or table and c in table[0]]:
        right, found = (sorted((m["uci"].lower(), m[column] or "") for m in moves) for moves in (row["moves"], table))
        yield "moves", right, [(m, m) for m, _ in found] if column == "uci" else found
def counts(row):
    table = ask("counts", row | {"depth": len(row["counts"])})[1] if "counts" in commands else \
        [{"nodes": str(sum(int(n) for _, n in divide(row, depth + 1)))} for depth in range(len(row["counts"]))]
    found = [{word: int(n) for word, n in line.items() if n.isdigit() and word != "depth"} for line in table]
    yield "counts", [{word: right.get(word, 0) for word in (found or [right])[0]} for right in row["counts"]], found
def fens(row):
    is_read, (content, table, _) = row["verdict"] in ("canonical", "lenient"), ask("fens", row)
    yield "fens", is_read, content or row["verdict"] == "lenient"
    if not content and row["codes"] and table and "code" in table[0]: yield "fens", row["codes"][0], table[0]["code"]
def canonical(row):
    if row["verdict"] in ("canonical", "lenient"): yield "canonical", row.get("canonical", row["fen"]), ask("canonical", row)[2] or row.get("canonical", "")
def texts(row):
    for text in row["texts"]:
        table, right = ask("texts", row, PGN.format(**row | text))[1], text.get("uci", "")
        yield "texts", (text["text"], right), (text["text"], table and table[0]["moves"] or "lenient" in text and right or "")
def games(row):
    for result in {row["result"], row.get("wrong", row["result"])}:
        yield "games", (result, result == row["result"]), (result, ask("games", row, row["pgn"].replace(row["result"], result))[0])
def ends(row):
    for end in {row["end"], "mate" if row["end"] != "mate" else "stalemate"}:
        yield "ends", (end, end == row["end"]), (end, ask("ends", row | {"end": end}, row["pgn"])[2] != "")

commands = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
only, show, step, asked, failed = commands.pop("variant", ""), int(commands.pop("show", 20)), int(commands.pop("step", 1)), {}, {}
for program in [shlex.quote(word) for word in sys.argv[1:] if "=" not in word]:
    commands = {kind: f"{program} {rest} --variant {{variant}}" for kind, rest in KINDS.items()} | commands
for kind in set(commands) - {"uci", *KINDS}: sys.exit(f"unknown kind {kind}; write one of {', '.join(['uci', *KINDS])}\n{__doc__}")
if not commands: sys.exit(__doc__)
def printable(text): return "".join(c if c.isprintable() else "?" for c in text)  # no control codes on a terminal
def rows_of(name): return list(map(json.loads, pathlib.Path(__file__).with_name(name + ".jsonl").read_text("utf-8").splitlines()))
kinds = {row["id"]: row["kinds"] + [f"fault {code}" for code in row.get("faults", [])] for row in rows_of("positions")}
FILES = {moves: "positions", counts: "counts", fens: "fens", canonical: "fens", texts: "texts", games: "games", ends: "games"}
for answers, name in FILES.items():
    if answers.__name__ not in commands and not ("uci" in commands and answers in (moves, counts)): continue
    rows = rows_of(name)
    known = dict.fromkeys(row["variant"] for row in rows)
    if only not in ("", *known): sys.exit(f"unknown variant {only}; write one of {', '.join(known)}")
    rows = [row for row in rows if only in ("", row["variant"])][::step]
    def run(row):
        said.errors = []
        return list(answers(row)), said.errors
    for row, (results, errors) in zip(rows, concurrent.futures.ThreadPoolExecutor().map(run, rows)):
        for kind, right, found in results:
            asked[kind], failed[kind] = asked.get(kind, 0) + 1, failed.get(kind, 0) + (right != found)
            if right != found and sum(failed.values()) <= show:
                if kind == "moves": right, found = [m for m in right if m not in found], [m for m in found if m not in right]
                print(f"FAILED {kind}: {row['id']}: {row['fen']}\n  expected {right}\n  found    {found}")
                if kinds.get(row["id"]): print(f"  kinds    {', '.join(kinds[row['id']])}")
                if errors: print("  stderr   " + "\n           ".join(map(printable, errors[-3:])))
for kind in asked: print(f"{kind}: {asked[kind]} asked, {failed[kind]} failed")
sys.exit(1 if not asked or any(failed.values()) else 0)
