import { choicesOfDispute } from '@polyparse/compare/judgements'
import type { NumberedDispute } from '@polyparse/compare/view'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Judging } from '../judging/useJudging.ts'

type SettlingKeysOptions = {
  readonly judging: Judging | null
  readonly shown: readonly NumberedDispute[]
  /** The number of the open dispute. */
  readonly selected: number | undefined
  /** That of the disputes. */
  readonly list: RefObject<HTMLElement | null>
  readonly open: (number: number | null) => void
}

/**
 * Settles the open dispute by the keyboard: a digit chooses a side, T types, S skips, U takes back. The keys work wherever
 * the focus is in the section of the list, as on a button that leads from dispute to dispute.
 */
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
  const press = (event: KeyboardEvent): void => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (judging === null || ctrlKey || metaKey || altKey) return
    if (target instanceof Element && target.closest(typed) !== null) return
    if (key.toLowerCase() === 'u') {
      const undone = judging.undo()
      if (undone !== null) show(undone)
      return
    }
    const numbered = shown.find(({ number }) => number === selected)
    if (numbered === undefined) return
    const choice = /^[1-9]$/.test(key) ? choicesOfDispute(numbered.dispute)[Number(key) - 1] : undefined
    if (choice !== undefined) judging.settle(numbered, { answer: 'side', choice })
    else if (key.toLowerCase() === 's') judging.settle(numbered, { answer: 'skip' })
    else if (key.toLowerCase() === 't') {
      // Else the letter would be the first one typed.
      event.preventDefault()
      list.current?.querySelector<HTMLElement>('.settle input')?.focus()
      return
    } else return
    goOn(numbered.number)
  }
  useEffect(() => {
    const section = list.current?.closest('section')
    section?.addEventListener('keydown', press)
    return () => section?.removeEventListener('keydown', press)
  })
  return { goOn, show }
}

/** Selects what takes these keys itself. */
const typed = 'input:not([type=radio]), select, search'
