"""Whoever catches every error logs it, or raises it again. Read from the source alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

from tests.architecture import modules

ALL = frozenset({"Exception", "BaseException"})
LEVELS = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
REPORTS = frozenset({"_errors.report", "ERRORS.report", "access_log.trouble", "log.trouble"})
"""RareErrors.report and AccessLog.trouble: they log, and bound how much."""


def silent_excepts(root: Path) -> list[str]:
    """Every place of the tree at *root* that swallows any error without a word."""
    return [
        f"{path.relative_to(root)}:{line}"
        for path in modules(root).values()
        for line in _silent(ast.parse(path.read_text("utf-8")))
    ]


def _silent(tree: ast.Module) -> Iterator[int]:
    loggers = {
        one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and _logs(one)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and _swallows(node, loggers):
            yield node.lineno
        if isinstance(node, ast.Call) and _suppresses_all(node):
            yield node.lineno


def _swallows(handler: ast.ExceptHandler, loggers: set[str]) -> bool:
    spoken = _raises(handler) or _logs(handler) or _calls(handler) & loggers
    return _catches_all(handler.type) and not spoken


def _suppresses_all(call: ast.Call) -> bool:
    return _name(call.func) == "suppress" and any(_catches_all(given) for given in call.args)


def _catches_all(kind: ast.expr | None) -> bool:
    if isinstance(kind, ast.Tuple):
        return any(_catches_all(one) for one in kind.elts)
    return kind is None or _name(kind) in ALL


def _raises(handler: ast.ExceptHandler) -> bool:
    """Whether every way through a handler ends with an error."""
    returns = any(isinstance(one, ast.Return) for one in ast.walk(handler))
    return isinstance(handler.body[-1], ast.Raise) and not returns


def _logs(node: ast.AST) -> bool:
    return any(is_log_line(each) for each in ast.walk(node))


def is_log_line(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether a call writes a line of the log."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    who, what = _name(node.func.value), node.func.attr
    return (who == "LOG" and what in LEVELS) or f"{who}.{what}" in REPORTS


def _calls(node: ast.AST) -> set[str]:
    return {_name(call.func) for call in ast.walk(node) if isinstance(call, ast.Call)}


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
