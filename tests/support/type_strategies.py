"""Hypothesis strategies for any type that a protocol frame carries, built from the type itself."""

from __future__ import annotations

import msgspec.inspect as types
from hypothesis import strategies as st
from msgspec import NODEFAULT

from railbird_shared.house.house_rules import PRESETS, HouseRules


def strategy_for(type_: object) -> st.SearchStrategy[object]:
    """Returns a strategy for a type made of structs, unions, tuples, enums, numbers and texts, within its limits."""
    return _strategy_for(types.type_info(type_))


def _strategy_for(type_: types.Type) -> st.SearchStrategy[object]:
    match type_:
        case types.Metadata():
            return _strategy_for(type_.type)
        case types.StructType():
            return _struct_strategy(type_)
        case types.UnionType():
            return st.one_of([_strategy_for(each) for each in type_.types])
        case types.VarTupleType():
            least = type_.min_length or 0
            return st.lists(_strategy_for(type_.item_type), min_size=least, max_size=least + 3).map(tuple)
        case types.TupleType():
            return st.tuples(*[_strategy_for(each) for each in type_.item_types])
        case types.EnumType():
            return st.sampled_from(list(type_.cls))
        case types.IntType():
            return st.integers(-(2**53) if type_.ge is None else type_.ge, 2**53 if type_.le is None else type_.le)
        case types.StrType():
            return st.text(max_size=20)
        case types.BytesType():
            return st.binary(min_size=type_.min_length or 0, max_size=type_.max_length or 20)
        case types.BoolType():
            return st.booleans()
        case types.NoneType():
            return st.none()
        case _:
            raise TypeError(f"No strategy is known for {type_}.")


def _struct_strategy(struct_type: types.StructType) -> st.SearchStrategy[object]:
    if struct_type.cls is HouseRules:  # its settings depend on each other, and it holds others of its kind
        return st.sampled_from((*PRESETS.values(), HouseRules(jokers=1, games=(("stud8", HouseRules(qualifier=0)),))))
    required: dict[str, st.SearchStrategy[object]] = {}
    optional_fields: dict[str, st.SearchStrategy[object]] = {}
    for field in struct_type.fields:
        optional = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
        (optional_fields if optional else required)[field.name] = _strategy_for(field.type)
    return st.fixed_dictionaries(required, optional=optional_fields).map(lambda fields: struct_type.cls(**fields))
