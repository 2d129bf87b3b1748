"""Which code is in use: everything that a flow or a face refers to, directly or through other code. Found by reading the source alone.

1. A *definition* is a function, class or constant of a module, or a method: `veracious.rules.spend.stop`, `veracious.ports.Clock.now`.
2. All definitions in `flow/` and `faces/` are in use, and so is each one that is named by a definition in use.
3. A method is in use when its class is and a method of that name is called, on whatever object: so an unused one may pass for a used one.
   One that is only handed on, not called, counts too, unless a field somewhere has the same name.
4. A field, written `Class.field`, is in use when something in use gives it a value.
5. A data file is in use when a definition in use has its name in a string, or its folder's name and its suffix.
6. `eval/` is left out: what only the evaluation calls decides no verdict.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE, LEFT_OUT = "veracious", "veracious.eval"
ROOTS = ("veracious.flow.", "veracious.faces.")
ELSEWHERE = "elsewhere"  # stands for any package but ours
PLAIN_BASES = ("Protocol", "StrEnum", "Enum", "Generic", "NamedTuple", "Exception", "ValueError", "TypeVar")
PROPERTIES, PLAIN_DECORATORS = {"property", "cached_property"}, {"property", "cached_property", "staticmethod", "classmethod"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class References:
    """What a piece of code refers to."""

    names: set[str] = field(default_factory=set)  # definitions and modules by their full names
    called: set[str] = field(default_factory=set)  # methods, by their bare names
    loaded: set[str] = field(default_factory=set)  # attributes that are read and not called, by their bare names
    given: set[tuple[str, str]] = field(default_factory=set)  # fields with their class; no class: of whatever `replace` copies
    strings: set[str] = field(default_factory=set)


@dataclass
class Module:
    """A source file: what its names mean, its definitions by bare name, and the statements that run when it is imported."""

    name: str
    meanings: dict[str, str] = field(default_factory=dict)
    definitions: dict[str, list[ast.AST]] = field(default_factory=dict)
    statements: list[ast.AST] = field(default_factory=list)


class SourceTree:
    """The modules of a source tree, and which of their definitions are in use."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.modules = {module.name: module for module in _modules(source)}
        self.used: set[str] = set()
        self._imported: set[str] = set()
        self._seen = References()
        self._strings: list[set[str]] = []  # of each piece of code that was read
        self._fields = {name for one in self.modules.values() for nodes in one.definitions.values() for name in _fields(nodes)}
        templates = [path.read_text("utf-8") for path in source.rglob("*.j2")]
        self._seen.called |= {name for text in templates for name in re.findall(r"\.(\w+)\(", text)}
        waiting = [f"{one.name}.{bare}" for one in self.modules.values() if f"{one.name}.".startswith(ROOTS) for bare in one.definitions]
        while waiting:
            self._follow(waiting)
            waiting = list(self._new_methods())

    def exists(self, name: str) -> bool:
        """Whether there is a module, definition or field of this dotted name, or a file at this path below the source."""
        if "/" in name:
            return (self.source / name).is_file()
        owner, _, bare = name.rpartition(".")
        return name in self.modules or bool(self.nodes(name)) or bare in _fields(self.nodes(owner))

    def is_used(self, name: str) -> bool:
        """Whether it is in use; a module, or a package, when every public definition in it is."""
        if "/" in name:
            file, folder, suffix = Path(name).name, Path(name).parent.name, Path(name).suffix
            return any(file in strings or {folder, suffix} <= strings for strings in self._strings)
        if name in self.modules:
            return not self.unused_in(name)
        if self.nodes(name):
            return name in self.used
        owner, _, bare = name.rpartition(".")
        return owner in self.used and not self._seen.given.isdisjoint({(owner, bare), ("", bare)})

    def unused_in(self, name: str) -> list[str]:
        """The public definitions of a module, or of all modules of a package, that nothing uses."""
        inside = [one for one in self.modules.values() if f"{one.name}.".startswith(f"{name}.")]
        public = (f"{one.name}.{bare}" for one in inside for bare in one.definitions if not re.search(r"(?:^|\.)_", bare))
        return sorted(one for one in public if one not in self.used)

    def nodes(self, name: str) -> list[ast.AST]:
        """The statements that define a full name."""
        owner = self.owner(name)
        return self.modules[owner].definitions.get(name[len(owner) + 1 :], []) if owner else []

    def owner(self, name: str) -> str:
        """The module that a full name begins with; empty when there is none."""
        while name and name not in self.modules:
            name = name.rpartition(".")[0]
        return name

    def resolved(self, name: str) -> str:
        """The full name of what a name means, followed through modules that hand it on."""
        while (owner := self.owner(name)) and owner != name:
            bare, _, rest = name[len(owner) + 1 :].partition(".")
            module = self.modules[owner]
            if bare in module.definitions or bare not in module.meanings:
                break
            name = ".".join(filter(None, (module.meanings[bare], rest)))
        return name

    def _follow(self, names: Iterable[str]) -> None:
        """Mark definitions as in use, with everything that they refer to."""
        stack = list(names)
        while stack:
            name = self.resolved(stack.pop())
            owner = self.owner(name)
            if owner and owner not in self._imported:
                self._imported.add(owner)
                stack += self._references(self.modules[owner].statements, owner)
            if self.nodes(name) and name not in self.used:
                self.used.add(name)
                stack += self._references(self.nodes(name), owner)
                stack.append(name.rpartition(".")[0])  # a method brings its class

    def _references(self, nodes: Iterable[ast.AST], owner: str) -> set[str]:
        found = _Reader(self.modules[owner], self).read(nodes)
        self._seen.called |= found.called
        self._seen.loaded |= found.loaded
        self._seen.given |= found.given
        self._strings.append(found.strings)
        return found.names

    def _new_methods(self) -> Iterator[str]:
        """Methods of classes in use that are in use, too, and not marked yet."""
        for module in self.modules.values():
            for bare, nodes in module.definitions.items():
                owner = f"{module.name}.{bare.rpartition('.')[0]}"
                if "." in bare and f"{module.name}.{bare}" not in self.used and owner in self.used and self._is_met(nodes[0], owner):
                    yield f"{module.name}.{bare}"

    def _is_met(self, method: ast.AST, owner: str) -> bool:
        if not isinstance(method, Function):
            return False
        name, decorators = method.name, {_last_word(one) for one in method.decorator_list}
        if name in self._seen.called or name.startswith("__") or decorators - PLAIN_DECORATORS or self._has_foreign_base(owner):
            return True
        return name in self._seen.loaded and (bool(decorators & PROPERTIES) or name not in self._fields)

    def _has_foreign_base(self, name: str) -> bool:
        """Whether a class is derived from one of another package, which may call any of its methods."""
        reader = _Reader(self.modules[self.owner(name)], self)
        bases = [base for node in self.nodes(name) if isinstance(node, ast.ClassDef) for base in node.bases]
        for base in (base.value if isinstance(base, ast.Subscript) else base for base in bases):
            full = self.resolved(reader.full_name(base) or "")
            if self._has_foreign_base(full) if self.nodes(full) else _last_word(base) not in PLAIN_BASES:
                return True
        return False


class _Reader(ast.NodeVisitor):
    """Collects what code refers to. Names that a function binds itself are not those of its module."""

    def __init__(self, module: Module, tree: SourceTree) -> None:
        self._module, self._tree = module, tree
        self._found = References()
        self._bound: list[set[str]] = []

    def read(self, nodes: Iterable[ast.AST]) -> References:
        """What these nodes refer to; of a class without its methods, which are definitions of their own."""
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                inside = [one for one in node.body if not isinstance(one, Function)]
                for part in (*node.bases, *node.keywords, *node.decorator_list, *inside):
                    self.visit(part)
            else:
                self.visit(node)
        return self._found

    def full_name(self, node: ast.AST) -> str | None:
        """What a name, or names joined by dots, mean; none when only the running program knows."""
        if isinstance(node, ast.Name):
            return None if any(node.id in bound for bound in self._bound) else self._module.meanings.get(node.id)
        base = self.full_name(node.value) if isinstance(node, ast.Attribute) else None
        return f"{base}.{node.attr}" if base is not None and isinstance(node, ast.Attribute) else None

    def visit_Name(self, node: ast.Name) -> None:
        self._note(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not self._note(node):
            self._found.loaded.add(node.attr)
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._found.strings.add(node.value)
            if node.value in self._tree.modules:  # a program that is started by its name
                self._found.names.add(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and self.full_name(node.func) is None:
            self._found.called.add(node.func.attr)
            self.visit(node.func.value)
        else:
            self.visit(node.func)
        if _last_word(node.func) == "getattr":
            self._found.called |= {one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        self._note_fields(node)
        for part in (*node.args, *node.keywords):
            self.visit(part)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._visit_function(node, node.body, (*node.decorator_list, *filter(None, [node.returns])))

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._visit_function(node, node.body, (*node.decorator_list, *filter(None, [node.returns])))

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._visit_function(node, [node.body], ())

    def _visit_function(self, node: Function | ast.Lambda, body: Iterable[ast.AST], around: Iterable[ast.AST]) -> None:
        for part in (*around, node.args):
            self.visit(part)
        bound = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        bound |= {one.id for part in body for one in ast.walk(part) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        self._bound.append(bound)
        for part in body:
            self.visit(part)
        self._bound.pop()

    def _note(self, node: ast.AST) -> bool:
        """Note what a name means; false when that is not known."""
        full = self.full_name(node)
        if full is None:
            return False
        full = self._tree.resolved(full)
        while "." in full and full not in self._tree.modules and not self._tree.nodes(full):
            full, _, bare = full.rpartition(".")  # a member of what is left
            self._found.loaded.add(bare)
        self._found.names.add(full)
        return True

    def _note_fields(self, call: ast.Call) -> None:
        """Note the fields that a call gives: of the class that it makes, or of what it replaces."""
        made = self._tree.resolved(self.full_name(call.func) or "")
        fields = _fields(self._tree.nodes(made))
        if fields or _last_word(call.func) == "replace":
            given = (*fields[: len(call.args)], *(one.arg for one in call.keywords if one.arg))
            self._found.given |= {(made if fields else "", name) for name in given}


def _modules(source: Path) -> Iterator[Module]:
    for path in sorted((source / PACKAGE).rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        module = Module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
        if not module.name.startswith(LEFT_OUT):
            _fill(module, ast.parse(path.read_text("utf-8")))
            yield module


def _fill(module: Module, tree: ast.Module) -> None:
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                module.meanings[alias.asname or alias.name.partition(".")[0]] = alias.name if alias.name.startswith(PACKAGE) else ELSEWHERE
        elif isinstance(node, ast.ImportFrom):
            ours = (node.module or "").partition(".")[0] == PACKAGE
            module.meanings |= {one.asname or one.name: f"{node.module if ours else ELSEWHERE}.{one.name}" for one in node.names}
    for statement in tree.body:
        names = list(_defined(statement))
        for name, part in names:
            module.definitions.setdefault(name, []).append(part)
            module.meanings.setdefault(name, f"{module.name}.{name}")
        if not names and not isinstance(statement, ast.Import | ast.ImportFrom):
            module.statements.append(statement)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Everything below a node that is a statement or holds some: an import may stand inside a function."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inside = getattr(node, name, ())
        for one in inside if isinstance(inside, list) else ():
            yield one
            yield from _statements(one)


def _defined(statement: ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    """The names that a statement of a module defines, and what each is defined by."""
    if isinstance(statement, Function | ast.ClassDef):
        yield statement.name, statement
        methods = (one for one in statement.body if isinstance(one, Function)) if isinstance(statement, ast.ClassDef) else ()
        yield from ((f"{statement.name}.{one.name}", one) for one in methods)
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        yield from ((one.id, statement) for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))


def _fields(nodes: Iterable[ast.AST]) -> list[str]:
    """The fields of a class, in their order."""
    inside = (one for node in nodes if isinstance(node, ast.ClassDef) for one in node.body)
    return [one.target.id for one in inside if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]


def _last_word(node: ast.AST) -> str:
    """The last word of a name, of names joined by dots, or of what is called."""
    if isinstance(node, ast.Call):
        return _last_word(node.func)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
