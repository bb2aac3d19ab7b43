// Words of the page in each language; a missing word is English.
const WORDS = {
  en: {
    name: "English", letters: "English", board: "Board", problem: "Problem", files: "Files", perft: "Perft", help: "Help",
    language: "Language", look: "Look", auto: "Automatic", light: "Light", dark: "Dark", notation: "Piece letters", figurines: "Figurines",
    game: "Game", theme: "Board colours", warm: "Wood", greys: "Grey", print: "Print", set: "Pieces", classic: "Classic", plain: "Plain", lettersSet: "Letters",
    coordinates: "Coordinates", edge: "Around the board", inside: "In the cells", none: "None",
    play: "Play", setUp: "Set up", draw: "Draw", rotate: "Rotate the board", undo: "Undo", redo: "Redo",
    first: "First position", back: "Back", on: "On", last: "Last position",
    clear: "Empty board", start: "Initial position", mirror: "Mirror", colours: "Exchange colours", eraser: "Remove pieces",
    fen: "FEN", copy: "Copy", copied: "Copied", paste: "Read", order: "Order of cells", rank: "by ranks", "file-down": "by files, downwards", "file-up": "by files, upwards", oblique: "oblique", "oblique-up": "oblique, upwards", fairy: "Fairy-Stockfish", "rank-up": "by ranks, upwards", falling: "falling", "falling-up": "falling, upwards", lines: "by lines", reversed: "reversed",
    link: "Copy link", svg: "Save SVG", png: "Save PNG", toMove: "To move", rights: "Castling", crossed: "En passant", crossedHint: "crossed cells, such as e5",
    halfmoves: "Half-move clock", round: "Round", living: "In the game", pieces: "Piece list", pieceHint: "White: Kf1 Qe2. Black: Kf11",
    faults: "Faults of this set-up", moves: "Moves", typeMove: "Type a move", typeHint: "Nf4 or d1f4", illegal: "not legal",
    white: "White", black: "Black", red: "Red", orange: "Orange", blue: "Blue", green: "Green", yellow: "Yellow",
    moving: "{player} to move", count1: "1 legal move", count: "{n} legal moves", check: "check", mate: "Checkmate: {player} wins", stalemate: "Stalemate", "nobody-moves": "Nobody can move: a draw", faulty1: "1 fault", faulty: "{n} faults",
    K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn", emptyCell: "empty", promote: "Promote to",
    stipulation: "Stipulation", stipulationHint: "such as #2, s#3, h#2.5, ser-h#4", twin: "Twins", twinHint: "b) Rc4 -> d5", intended: "Intended solutions", tries: "Refutations of a try, at most", setPlay: "Set play", variations: "Variations", tryPlay: "Play after tries", everyDefence: "Defences that parry no threat", nodes: "Node limit", noLimit: "none",
    solve: "Solve", stop: "Stop", stopped: "Stopped after {s} s.", more: "More settings",
    mend: "Repair", strip: "Find unnecessary pieces", changes: "Changes, at most", searching: "Searching length {n}", refuted: "no solution in {n}", found: "Keys", working: "Working", seconds: "{s} s",
    SOUND: "Sound", COOKED: "Cooked", FEWER_SOLUTIONS: "Fewer solutions", SHORT_SOLUTION: "Short solution", NO_SOLUTION: "No solution", NOT_FINISHED: "Not finished", ILLEGAL: "Illegal position", BAD_INPUT: "Cannot be read",
    keys: "Keys", lines: "Solutions", triesTitle: "Tries", setTitle: "Set play", threat: "threat", zugzwang: "zugzwang", but: "but", dual: "dual", shortMate: "short", allThreats: "and the threats", reached: "goal reached", refutes: "refutes", diagram: "Diagram", wholeText: "Whole solution as text", compactText: "Running text", themes: "Themes", searched: "{n} nodes", mostLines: "The first {n} are listed.",
    sound: "Sound versions", nothingMended: "No sound version was found.", nothingStripped: "Every piece is necessary.", stripped: "Without the crossed pieces the solution is the same.", show: "Show",
    dropHere: "Drop files here: PGN, CSV, EPD, FEN, also compressed", open: "Open files", file: "File", how: "What to do", howCheck: "Check", howRepair: "Check and repair", howSolve: "Solve", local: "The files stay on this computer.",
    number: "No.", record: "Record", status: "Status", note: "Diagnosis or solution", all: "All", filter: "Filter", shown: "{n} of {all}", progress: "{n} records, {p} %", done: "{n} records", records1: "1 record",
    firstError: "First error", saveReport: "Save report", saveRepaired: "Save repaired PGN", saveChanges: "Save changes", saveDiagrams: "Save diagrams", diagrams: "Diagrams", table: "Table", broken: "internal error; the next records go on", moreCards: "More", packing: "Drawing {n} of {all}",
    ok: "ok", illegalStatus: "illegal", ambiguous: "ambiguous", syntax: "syntax", invalid: "invalid", notRecord: "This record is neither a game nor a position.", result: "Result", solveThis: "Open as problem", author: "Author", source: "Source",
    depth: "Depth in plies", countIt: "Count", total: "Total", copyDivide: "Copy divide", move: "Move", leaves: "Positions", perSecond: "{n} per second", suite: "Positions of the conformance suite", suiteHint: "Numbers that a correct move generator gives", check1: "Count them", equal: "as stated", differs: "differs", ply: "Ply", stated: "Stated", counted: "Counted",
    copyPgn: "Copy PGN", copyText: "Copy", keyboard: "Keyboard", close: "Close", failed: "Internal error: {message}. The program was started again.", offline: "Everything runs in this page. Nothing is sent anywhere.",
    keyArrows: "move the cursor on the board", keyEnter: "pick up or put down a piece; while drawing: begin and end an arrow or a circle", keyPiece: "while setting up: put a piece, Shift for White (with more than two players: for the side to move)", keyDelete: "while setting up: remove the piece", keyStep: "one move back, one on", keyUndo: "undo, redo", keyRotate: "rotate the board", keyMouse: "Right button or Draw: arrows and circles; Shift red, Alt blue",
  },
  hu: {
    name: "Magyar", letters: "Hungarian", board: "Tábla", problem: "Feladvány", files: "Fájlok", perft: "Perft", help: "Súgó",
    language: "Nyelv", look: "Megjelenés", auto: "Automatikus", light: "Világos", dark: "Sötét", notation: "Figurák betűi", figurines: "Figurajelek",
    game: "Játék", theme: "Tábla színei", warm: "Fa", greys: "Szürke", print: "Nyomtatás", set: "Figurák", classic: "Klasszikus", plain: "Egyszerű", lettersSet: "Betűk",
    coordinates: "Koordináták", edge: "A tábla körül", inside: "A mezőkben", none: "Nincs",
    play: "Játék", setUp: "Felállítás", draw: "Rajz", rotate: "A tábla forgatása", undo: "Visszavonás", redo: "Újra",
    first: "Első állás", back: "Vissza", on: "Előre", last: "Utolsó állás",
    clear: "Üres tábla", start: "Kezdőállás", mirror: "Tükrözés", colours: "Színcsere", eraser: "Figurák levétele",
    copy: "Másolás", copied: "Másolva", paste: "Beolvasás", order: "Mezők sorrendje", rank: "sorok szerint", "file-down": "vonalak szerint, lefelé", "file-up": "vonalak szerint, felfelé", oblique: "ferdén", "oblique-up": "ferdén, felfelé", "rank-up": "sorok szerint, felfelé", falling: "lejtve", "falling-up": "lejtve, felfelé", lines: "egyenesek szerint", reversed: "fordítva",
    link: "Hivatkozás másolása", svg: "SVG mentése", png: "PNG mentése", toMove: "Lépésre következik", rights: "Sáncolás", crossed: "Menet közben", crossedHint: "átlépett mezők, például e5",
    halfmoves: "Féllépésszámláló", round: "Lépésszám", living: "Játékban", pieces: "Figurák listája", pieceHint: "Világos: Kf1 Ve2. Sötét: Kf11",
    faults: "Az állás hibái", moves: "Lépések", typeMove: "Lépés beírása", typeHint: "Hf4 vagy d1f4", illegal: "nem szabályos",
    white: "Világos", black: "Sötét", red: "Piros", orange: "Narancs", blue: "Kék", green: "Zöld", yellow: "Sárga",
    moving: "{player} lép", count1: "1 szabályos lépés", count: "{n} szabályos lépés", check: "sakk", mate: "Matt: {player} nyert", stalemate: "Patt", "nobody-moves": "Senki sem tud lépni: döntetlen", faulty1: "1 hiba", faulty: "{n} hiba",
    K: "király", Q: "vezér", R: "bástya", B: "futó", N: "huszár", P: "gyalog", emptyCell: "üres", promote: "Átváltozás",
    stipulation: "Feladat", stipulationHint: "például #2, s#3, h#2.5, ser-h#4", twin: "Ikrek", intended: "Szándékolt megoldások", tries: "Csalóka cáfolatai legfeljebb", setPlay: "Látszólagos játék", variations: "Változatok", tryPlay: "Csalókák játéka", everyDefence: "Nem védő válaszok is", nodes: "Csomópontok határa", noLimit: "nincs",
    solve: "Megoldás", stop: "Leállítás", stopped: "Leállítva {s} mp után.", more: "További beállítások",
    mend: "Javítás", strip: "Felesleges figurák keresése", changes: "Legfeljebb ennyi változtatás", searching: "{n} lépés keresése", refuted: "{n} lépésben nincs megoldás", found: "Kulcsok", working: "Dolgozik", seconds: "{s} mp",
    SOUND: "Hibátlan", COOKED: "Mellékmegoldásos", FEWER_SOLUTIONS: "Kevesebb megoldás", SHORT_SOLUTION: "Rövidebb megoldás", NO_SOLUTION: "Nincs megoldás", NOT_FINISHED: "Nincs befejezve", ILLEGAL: "Szabálytalan állás", BAD_INPUT: "Nem olvasható",
    keys: "Kulcsok", lines: "Megoldások", triesTitle: "Csalókák", setTitle: "Látszólagos játék", threat: "fenyegetés", zugzwang: "lépéskényszer", but: "de", dual: "duál", shortMate: "rövid", allThreats: "és a fenyegetések", reached: "a cél teljesült", refutes: "cáfol", diagram: "Diagram", wholeText: "A teljes megoldás szövegként", compactText: "Folyó szöveg", themes: "Témák", searched: "{n} csomópont", mostLines: "Az első {n} látható.",
    sound: "Hibátlan változatok", nothingMended: "Nincs hibátlan változat.", nothingStripped: "Minden figura szükséges.", stripped: "Az áthúzott figurák nélkül ugyanaz a megoldás.", show: "Mutat",
    dropHere: "Húzzon ide fájlokat: PGN, CSV, EPD, FEN, tömörítve is", open: "Fájlok megnyitása", file: "Fájl", how: "Teendő", howCheck: "Ellenőrzés", howRepair: "Ellenőrzés és javítás", howSolve: "Megoldás", local: "A fájlok ezen a gépen maradnak.",
    number: "Sz.", record: "Tétel", status: "Állapot", note: "Hiba vagy megoldás", all: "Mind", filter: "Szűrő", shown: "{n} / {all}", progress: "{n} tétel, {p} %", done: "{n} tétel", records1: "1 tétel",
    firstError: "Első hiba", saveReport: "Jelentés mentése", saveRepaired: "Javított PGN mentése", saveChanges: "Változások mentése", saveDiagrams: "Diagramok mentése", diagrams: "Diagramok", table: "Táblázat", broken: "belső hiba; a többi tétel folytatódik", moreCards: "Több", packing: "Rajzolás: {n} / {all}",
    ok: "rendben", illegalStatus: "szabálytalan", ambiguous: "kétértelmű", syntax: "nyelvtani hiba", invalid: "érvénytelen", notRecord: "Ez a tétel nem játszma és nem állás.", result: "Eredmény", solveThis: "Megnyitás feladványként", author: "Szerző", source: "Forrás",
    depth: "Mélység féllépésben", countIt: "Számolás", total: "Összesen", copyDivide: "Bontás másolása", move: "Lépés", leaves: "Állások", perSecond: "{n} másodpercenként", suite: "A megfelelőségi készlet állásai", suiteHint: "Egy helyes lépésgenerátor számai", check1: "Ellenőrzés", equal: "egyezik", differs: "eltér", ply: "Féllépés", stated: "Megadva", counted: "Számolva",
    copyPgn: "PGN másolása", copyText: "Másolás", keyboard: "Billentyűk", close: "Bezárás", failed: "Belső hiba: {message}. A program újraindult.", offline: "Minden ezen az oldalon fut, semmi sem kerül elküldésre.",
    keyArrows: "a kurzor mozgatása a táblán", keyEnter: "figura felvétele vagy letétele; rajzoláskor: nyíl vagy kör kezdete és vége", keyPiece: "felállításkor: figura letétele, Shift: világos (kettőnél több játékosnál a lépésre következőé)", keyDelete: "felállításkor: figura levétele", keyStep: "egy lépés vissza, előre", keyUndo: "visszavonás, újra", keyRotate: "a tábla forgatása", keyMouse: "Jobb gomb vagy Rajz: nyilak és körök; Shift piros, Alt kék",
  },
  pl: {
    name: "Polski", letters: "Polish", board: "Szachownica", problem: "Zadanie", files: "Pliki", perft: "Perft", help: "Pomoc",
    language: "Język", look: "Wygląd", auto: "Automatyczny", light: "Jasny", dark: "Ciemny", notation: "Litery bierek", figurines: "Figurki",
    game: "Gra", theme: "Kolory planszy", warm: "Drewno", greys: "Szary", print: "Druk", set: "Bierki", classic: "Klasyczne", plain: "Proste", lettersSet: "Litery",
    coordinates: "Współrzędne", edge: "Wokół planszy", inside: "Na polach", none: "Brak",
    play: "Gra", setUp: "Ustawianie", draw: "Rysowanie", rotate: "Obróć planszę", undo: "Cofnij", redo: "Ponów",
    first: "Pierwsza pozycja", back: "Wstecz", on: "Dalej", last: "Ostatnia pozycja",
    clear: "Pusta plansza", start: "Pozycja początkowa", mirror: "Odbicie", colours: "Zamień kolory", eraser: "Usuwanie bierek",
    copy: "Kopiuj", copied: "Skopiowano", paste: "Wczytaj", order: "Kolejność pól", rank: "rzędami", "file-down": "liniami, w dół", "file-up": "liniami, w górę", oblique: "ukośnie", "oblique-up": "ukośnie, w górę", "rank-up": "rzędami, w górę", falling: "opadająco", "falling-up": "opadająco, w górę", lines: "wierszami", reversed: "odwrotnie",
    link: "Kopiuj odnośnik", svg: "Zapisz SVG", png: "Zapisz PNG", toMove: "Na posunięciu", rights: "Roszada", crossed: "W przelocie", crossedHint: "przekroczone pola, np. e5",
    halfmoves: "Licznik półruchów", round: "Numer ruchu", living: "W grze", pieces: "Lista bierek", pieceHint: "Białe: Kf1 He2. Czarne: Kf11",
    faults: "Błędy ustawienia", moves: "Posunięcia", typeMove: "Wpisz posunięcie", typeHint: "Sf4 lub d1f4", illegal: "niedozwolone",
    white: "Białe", black: "Czarne", red: "Czerwone", orange: "Pomarańczowe", blue: "Niebieskie", green: "Zielone", yellow: "Żółte",
    moving: "{player} na posunięciu", count1: "1 dozwolone posunięcie", count: "dozwolone posunięcia: {n}", check: "szach", mate: "Mat: {player} wygrywają", stalemate: "Pat", "nobody-moves": "Nikt nie może się ruszyć: remis", faulty1: "1 błąd", faulty: "błędy: {n}",
    K: "król", Q: "hetman", R: "wieża", B: "goniec", N: "skoczek", P: "pion", emptyCell: "puste", promote: "Promocja na",
    stipulation: "Polecenie", stipulationHint: "np. #2, s#3, h#2.5, ser-h#4", twin: "Bliźniaki", intended: "Zamierzone rozwiązania", tries: "Obalenia zmyłki, najwyżej", setPlay: "Gra pozorna", variations: "Warianty", tryPlay: "Gra po zmyłkach", everyDefence: "Także obrony bez parowania groźby", nodes: "Limit węzłów", noLimit: "brak",
    solve: "Rozwiąż", stop: "Zatrzymaj", stopped: "Zatrzymano po {s} s.", more: "Więcej ustawień",
    mend: "Napraw", strip: "Znajdź zbędne bierki", changes: "Zmian najwyżej", searching: "Szukanie w {n} posunięciach", refuted: "brak rozwiązania w {n}", found: "Wstępy", working: "Praca", seconds: "{s} s",
    SOUND: "Poprawne", COOKED: "Uboczne rozwiązania", FEWER_SOLUTIONS: "Mniej rozwiązań", SHORT_SOLUTION: "Krótsze rozwiązanie", NO_SOLUTION: "Brak rozwiązania", NOT_FINISHED: "Nieukończone", ILLEGAL: "Nielegalna pozycja", BAD_INPUT: "Nieczytelne",
    keys: "Wstępy", lines: "Rozwiązania", triesTitle: "Zmyłki", setTitle: "Gra pozorna", threat: "groźba", zugzwang: "zugzwang", but: "ale", dual: "dual", shortMate: "krótsze", allThreats: "i groźby", reached: "cel osiągnięty", refutes: "obala", diagram: "Diagram", wholeText: "Całe rozwiązanie jako tekst", compactText: "Tekst ciągły", themes: "Tematy", searched: "węzły: {n}", mostLines: "Pokazano pierwsze {n}.",
    sound: "Poprawne wersje", nothingMended: "Nie znaleziono poprawnej wersji.", nothingStripped: "Każda bierka jest potrzebna.", stripped: "Bez przekreślonych bierek rozwiązanie jest takie samo.", show: "Pokaż",
    dropHere: "Upuść pliki tutaj: PGN, CSV, EPD, FEN, także skompresowane", open: "Otwórz pliki", file: "Plik", how: "Działanie", howCheck: "Sprawdź", howRepair: "Sprawdź i napraw", howSolve: "Rozwiąż", local: "Pliki pozostają na tym komputerze.",
    number: "Nr", record: "Rekord", status: "Stan", note: "Diagnoza lub rozwiązanie", all: "Wszystkie", filter: "Filtr", shown: "{n} z {all}", progress: "rekordy: {n}, {p} %", done: "rekordy: {n}", records1: "1 rekord",
    firstError: "Pierwszy błąd", saveReport: "Zapisz raport", saveRepaired: "Zapisz naprawiony PGN", saveChanges: "Zapisz zmiany", saveDiagrams: "Zapisz diagramy", diagrams: "Diagramy", table: "Tabela", broken: "błąd wewnętrzny; dalsze rekordy są kontynuowane", moreCards: "Więcej", packing: "Rysowanie {n} z {all}",
    ok: "w porządku", illegalStatus: "nielegalne", ambiguous: "niejednoznaczne", syntax: "składnia", invalid: "nieprawidłowe", notRecord: "Ten rekord nie jest partią ani pozycją.", result: "Wynik", solveThis: "Otwórz jako zadanie", author: "Autor", source: "Źródło",
    depth: "Głębokość w półruchach", countIt: "Policz", total: "Razem", copyDivide: "Kopiuj podział", move: "Posunięcie", leaves: "Pozycje", perSecond: "{n} na sekundę", suite: "Pozycje zestawu zgodności", suiteHint: "Liczby poprawnego generatora posunięć", check1: "Policz je", equal: "zgodne", differs: "różni się", ply: "Półruch", stated: "Podane", counted: "Policzone",
    copyPgn: "Kopiuj PGN", copyText: "Kopiuj", keyboard: "Klawiatura", close: "Zamknij", failed: "Błąd wewnętrzny: {message}. Program uruchomiono ponownie.", offline: "Wszystko działa na tej stronie, nic nie jest wysyłane.",
    keyArrows: "przesuwa kursor na planszy", keyEnter: "podnosi lub stawia bierkę; przy rysowaniu: początek i koniec strzałki lub koła", keyPiece: "przy ustawianiu: stawia bierkę, Shift białą (przy więcej niż dwóch graczach: strony na posunięciu)", keyDelete: "przy ustawianiu: usuwa bierkę", keyStep: "posunięcie wstecz, dalej", keyUndo: "cofnij, ponów", keyRotate: "obraca planszę", keyMouse: "Prawy przycisk lub Rysowanie: strzałki i koła; Shift czerwone, Alt niebieskie",
  },
};
const COLOURS = { w: "white", b: "black", r: "red", o: "orange", u: "blue", g: "green", y: "yellow" };
const settings = { language: "en", look: "auto", notation: "", theme: "auto", set: "classic", coordinates: "edge" };
// A text that depends on the settings. Elements that `make` gives it follow a change of language.
class Live {
  constructor(text) { this.toString = text }
}
const live = text => new Live(text);
// A template of live texts.
const phrase = (parts, ...values) => live(() => String.raw({ raw: parts }, ...values));
// A word of the page in the current language, with values in place of {names}.
const word = (name, values = {}) => live(() => {
  const text = WORDS[settings.language][name] ?? WORDS.en[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
});
const amount = n => live(() => n.toLocaleString(settings.language === "en" ? "en-US" : settings.language));
