import { choicesOfDispute } from '@polyparse/compare/judgements'
import type { NumberedDispute } from '@polyparse/compare/view'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Judging } from '../judging/useJudging.ts'

type SettlingKeysOptions = {
  readonly judging: Judging | null
  readonly shown: readonly NumberedDispute[]
  /** The number of the open dispute. */
  readonly selected: number | undefined
  readonly list: RefObject<HTMLElement | null>
  readonly open: (number: number | null) => void
}

/** Settles the open dispute by the keyboard: a digit chooses a side, T types, S skips, U takes back. */
export const useSettlingKeys = ({ judging, shown, selected, list, open }: SettlingKeysOptions) => {
  /** The dispute that gets the focus once it is open. */
  const awaited = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (awaited.current === null || awaited.current !== selected) return
    awaited.current = null
    list.current?.querySelector<HTMLElement>(`[data-number="${selected}"] .dispute-head`)?.focus()
  })
  const show = (number: number) => {
    awaited.current = number
    open(number)
  }
  /** Opens the next one that is not settled, after the last the first. */
  const goOn = (number: number) => {
    const at = shown.findIndex((each) => each.number === number)
    const next = [...shown.slice(at + 1), ...shown.slice(0, at)].find(
      (each) => judging?.settlementOf(each.number) === null,
    )
    if (next !== undefined) show(next.number)
  }
  /** Returns whether the key was one of these. */
  const press = (event: KeyboardEvent): boolean => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (judging === null || ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return false
    if (key.toLowerCase() === 'u') {
      const undone = judging.undo()
      if (undone !== null) show(undone)
      return true
    }
    const numbered = shown.find(({ number }) => number === selected)
    if (numbered === undefined) return false
    const choice = /^[1-9]$/.test(key) ? choicesOfDispute(numbered.dispute)[Number(key) - 1] : undefined
    if (choice !== undefined) judging.settle(numbered, { answer: 'side', choice })
    else if (key.toLowerCase() === 's') judging.settle(numbered, { answer: 'skip' })
    else if (key.toLowerCase() === 't') {
      // Else the letter would be the first one typed.
      event.preventDefault()
      list.current?.querySelector<HTMLElement>('.settle input')?.focus()
      return true
    } else return false
    goOn(numbered.number)
    return true
  }
  return { press, goOn, show }
}
