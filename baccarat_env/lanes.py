"""Eight numbers side by side in one value, for compiled code.

A loop over eight rows is not turned into vector instructions where its body is long.
An `Eight` is one by construction: a vector of eight doubles, which LLVM lowers to
whatever the processor has, 512 bits or four times 128. Compiled code that is written
for numbers works on it as it stands: `eights` shows an array of doubles as an array of
Eights, and + - * / go lane by lane and round as they do for one number.
"""

from __future__ import annotations

import operator

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, lower_cast, models, register_model
from numba.np.arrayobj import populate_array

from baccarat_env.compiled import compiled

__all__ = ["LANES", "aligned", "eights"]

LANES = 8

_VECTOR = ir.VectorType(ir.DoubleType(), LANES)


class _EightType(types.Type):
    def __init__(self):
        super().__init__(name="Eight")

    def can_convert_from(self, typingctx, other):
        """Take a double as eight equal ones."""
        return typingctx.can_convert(other, other) if other == types.float64 else None


EIGHT = _EightType()


@register_model(_EightType)
class _EightModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, _VECTOR)


@lower_cast(types.float64, EIGHT)
def _splat(context, builder, fromty, toty, value):
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, zeros)


class _Arithmetic(AbstractTemplate):
    def generic(self, args, kws):
        """Take two Eights, or one and a double; two doubles are not ours."""
        if EIGHT in args and all(arg in (EIGHT, types.float64) for arg in args):
            return signature(EIGHT, EIGHT, EIGHT)
        return None


def _lowered(instruction):
    def lower(context, builder, sig, args):
        return getattr(builder, instruction)(*args)

    return lower


for _name, _instruction in {"add": "fadd", "sub": "fsub", "mul": "fmul", "truediv": "fdiv"}.items():
    for _operator in (getattr(operator, _name), getattr(operator, f"i{_name}")):
        infer_global(_operator)(type(f"_{_operator.__name__}", (_Arithmetic,), {}))
        lower_builtin(_operator, EIGHT, EIGHT)(_lowered(_instruction))


@intrinsic
def eights(typingctx, doubles):
    """Show doubles from `aligned`, `(8 n,)`, as n Eights in the same memory."""
    shown = types.Array(EIGHT, 1, "C")

    def codegen(context, builder, sig, args):
        array = context.make_array(doubles)(context, builder, args[0])
        view = context.make_array(shown)(context, builder)
        size = builder.extract_value(array.shape, 0)
        width = context.get_constant(types.intp, 8 * LANES)
        populate_array(
            view,
            data=builder.bitcast(array.data, context.get_data_type(EIGHT).as_pointer()),
            shape=(builder.udiv(size, context.get_constant(types.intp, LANES)),),
            strides=(width,),
            itemsize=width,
            meminfo=array.meminfo,
            parent=None,
        )
        return impl_ret_borrowed(context, builder, shown, view._getvalue())

    return shown(doubles), codegen


@compiled(nogil=True, inline="always")
def aligned(size):
    """Make room for so many Eights: `(8 size,)` doubles that start where a vector may."""
    room = np.empty(LANES * size + LANES - 1)
    start = -(room.ctypes.data // 8) % LANES
    return room[start : start + LANES * size]
