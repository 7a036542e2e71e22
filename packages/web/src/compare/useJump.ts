import type { ComparedDocument } from '@polyparse/compare/view'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import type { Selection } from './selection.ts'
import type { Sheets } from './sheets.ts'

/** Pixels by which each column of a row is moved down, so that the sides of a dispute are level. */
export type Shifts = { readonly row: number; readonly of: readonly number[] }

type JumpOptions = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly virtual: Virtualizer<HTMLDivElement, Element>
  readonly sheets: Sheets
  readonly selection: Selection
  readonly isShown: boolean
  readonly disputes: ComparedDocument['disputes']
}

/** Frames that a page may take to be drawn. */
const maxFrames = 40

/** Scrolls to the page or dispute that the address selects, and levels the sides of the dispute. */
export const useJump = ({ scroller, virtual, sheets, selection, isShown, disputes }: JumpOptions): Shifts | null => {
  const [shifts, setShifts] = useState<Shifts | null>(null)
  const { dispute: number } = selection
  const page = number === undefined ? selection.page : disputes[number - 1]?.dispute.page
  const row = page === undefined ? -1 : Math.max(sheets.pages.indexOf(page), sheets.pages.indexOf(null))

  useEffect(() => {
    const element = scroller.current
    setShifts(null)
    if (row < 0 || element === null) return
    element.closest('section')?.scrollIntoView({ block: 'nearest' })
    let frame = 0
    let left = maxFrames
    const seek = () => {
      const top = virtual.getOffsetForIndex(row, 'start')?.[0]
      if (top !== undefined) element.scrollTo({ top })
      const spots = spotsIn(element, number)
      left -= 1
      if (spots.length > 0) setShifts({ row, of: shiftsOf(element, row, spots) })
      else if (left > 0) frame = requestAnimationFrame(seek)
    }
    frame = requestAnimationFrame(seek)
    return () => cancelAnimationFrame(frame)
    // Depends on where to go and whether it can be seen, not on what is scrolled past.
  }, [row, number, isShown])

  useLayoutEffect(() => {
    const element = scroller.current
    const [spot] = element === null ? [] : spotsIn(element, number)
    if (shifts === null || element === null || spot === undefined) return
    const distance = spot.getBoundingClientRect().top - element.getBoundingClientRect().top
    element.scrollBy({ top: distance - element.clientHeight * 0.35 })
  }, [shifts])
  return shifts
}

const spotsIn = (element: HTMLElement, number: number | undefined): HTMLElement[] =>
  number === undefined ? [] : [...element.querySelectorAll<HTMLElement>(`[data-dispute="${number}"]`)]

/** Pixels. A larger shift would leave a hole where users expect text. */
const maxShift = 1200

const shiftsOf = (element: HTMLElement, row: number, spots: readonly HTMLElement[]): number[] => {
  const columns = [...element.querySelectorAll<HTMLElement>(`[data-index="${row}"] .text-column`)]
  const depths = columns.map((column) => {
    const spot = spots.find((each) => column.contains(each))
    const first = column.firstElementChild
    return spot === undefined || first === null
      ? null
      : spot.getBoundingClientRect().top - first.getBoundingClientRect().top
  })
  const deepest = Math.max(0, ...depths.map((depth) => depth ?? 0))
  return depths.map((depth) => (depth === null ? 0 : Math.min(maxShift, deepest - depth)))
}
