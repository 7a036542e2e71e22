"""The course of a flow, whoever carries its steps out."""

from __future__ import annotations

import inspect
from typing import Generic, TypeVar, cast

import httpx

from polyparse._flow import Flow, Interruption, Send, Step

Value = TypeVar("Value")


class Course(Generic[Value]):
    """A flow under way.

    Attributes:
        step: what is to be done now; None when the flow has ended.
        is_interrupted: whether the call has ended, so that what is left to do is to be done soon.
    """

    def __init__(self, flow: Flow[Value]) -> None:
        self._flow = flow
        self._interruption: BaseException | None = None
        self._value: Value | None = None
        self.step: Step | None = None
        self.go_on(None)

    @property
    def is_interrupted(self) -> bool:
        return self._interruption is not None

    @property
    def value(self) -> Value:
        """The value that the flow has returned."""
        return cast("Value", self._value)

    def go_on(self, answer: httpx.Response | None) -> None:
        """The step has been carried out."""
        self._advance(answer, None)

    def fail(self, error: BaseException) -> None:
        """The step has failed, or was interrupted. Raises what the flow makes of it."""
        if isinstance(error, Exception):
            self._advance(None, error)
            return
        if self._interruption is not None:
            # The caller insists.
            self._flow.close()
            raise error
        told = error if isinstance(error, Interruption) else Interruption(is_lost=self._may_have_left_something())
        self._interruption = error.__cause__ if isinstance(error, Interruption) else error
        self._advance(None, told)

    def _may_have_left_something(self) -> bool:
        return isinstance(self.step, Send) and self.step.grace > 0

    def interrupt(self, error: BaseException) -> None:
        """The call was interrupted between two steps. Raises what the flow makes of it."""
        if inspect.getgeneratorstate(self._flow) == inspect.GEN_CLOSED:
            raise error
        self.fail(error)

    def _advance(self, answer: httpx.Response | None, error: BaseException | None) -> None:
        try:
            self.step = self._flow.send(answer) if error is None else self._flow.throw(error)
        except StopIteration as end:
            self.step, self._value = None, end.value
        except Interruption as told:
            if self._interruption is None:
                raise (told.__cause__ or told) from None
        except BaseException:
            if self._interruption is None:
                raise
        else:
            return
        if self._interruption is not None:
            raise self._interruption
