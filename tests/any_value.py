"""Hypothesis strategies for any type that a frame may carry, read from the types themselves."""

from __future__ import annotations

import msgspec.inspect as types
from hypothesis import strategies as st
from msgspec import NODEFAULT


def any_of(kind: object) -> st.SearchStrategy[object]:
    """Values of a type made of structs, unions, tuples, enums, numbers and words, within the limits it states."""
    return _strategy(types.type_info(kind))


def _strategy(kind: types.Type) -> st.SearchStrategy[object]:
    match kind:
        case types.Metadata():
            return _strategy(kind.type)
        case types.StructType():
            return _struct(kind)
        case types.UnionType():
            return st.one_of([_strategy(each) for each in kind.types])
        case types.VarTupleType():
            return st.lists(_strategy(kind.item_type), max_size=3).map(tuple)
        case types.TupleType():
            return st.tuples(*[_strategy(each) for each in kind.item_types])
        case types.EnumType():
            return st.sampled_from(list(kind.cls))
        case types.IntType():
            return st.integers(-(2**53) if kind.ge is None else kind.ge, 2**53 if kind.le is None else kind.le)
        case types.StrType():
            return st.text(max_size=20)
        case types.BoolType():
            return st.booleans()
        case types.NoneType():
            return st.none()
        case _:
            raise TypeError(f"No strategy is known for {kind}.")


def _struct(kind: types.StructType) -> st.SearchStrategy[object]:
    needed: dict[str, st.SearchStrategy[object]] = {}
    spare: dict[str, st.SearchStrategy[object]] = {}
    for field in kind.fields:
        optional = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
        (spare if optional else needed)[field.name] = _strategy(field.type)
    return st.fixed_dictionaries(needed, optional=spare).map(lambda fields: kind.cls(**fields))
