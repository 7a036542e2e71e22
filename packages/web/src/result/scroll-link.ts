import { useEffect, useRef, type RefObject } from 'react'

/** A place in a document: a page, and how far down it is, in points. */
export type ScrollPlace = { readonly page: number; readonly y: number }

export type Pane = 'text' | 'page'

type Follow = (place: ScrollPlace) => void

/**
 * Lets the text and the page scroll together. The pane in which the user has last done something leads, and the other one
 * follows; what a follower scrolls by is never taken for the user's scrolling, so the two cannot chase each other.
 */
export type ScrollLink = {
  readonly leads: (pane: Pane) => boolean
  readonly lead: (pane: Pane) => void
  /** The panes are about to jump, each on its own: none of them leads until the user scrolls again. */
  readonly jump: () => void
  /** The page that was reached by scrolling; null after a jump. */
  readonly reached: () => number | null
  /** Says where the leading pane is. */
  readonly report: (pane: Pane, place: ScrollPlace) => void
  readonly onPlace: (pane: Pane, follow: Follow) => () => void
  /** Called with each page that is reached by scrolling. */
  readonly onPage: (listener: (page: number) => void) => () => void
}

export const createScrollLink = (): ScrollLink => {
  let leader: Pane | null = null
  let reached: number | null = null
  const follows = new Map<Pane, Follow>()
  const listeners = new Set<(page: number) => void>()
  return {
    leads: (pane) => leader === pane,
    lead: (pane) => {
      leader = pane
    },
    jump: () => {
      leader = null
      reached = null
    },
    reached: () => reached,
    report: (pane, place) => {
      follows.get(pane === 'text' ? 'page' : 'text')?.(place)
      if (reached === place.page) return
      reached = place.page
      for (const listener of listeners) listener(place.page)
    },
    onPlace: (pane, follow) => {
      follows.set(pane, follow)
      return () => {
        if (follows.get(pane) === follow) follows.delete(pane)
      }
    },
    onPage: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Scrolled = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

/**
 * The height in its content that an element is at: its upper edge where it is scrolled to the beginning, its lower edge at
 * the end. So both panes begin and end together, whatever their heights.
 */
const heightAt = ({ scrollTop, scrollHeight, clientHeight }: Scrolled): number | null =>
  scrollHeight <= clientHeight ? null : (scrollTop * scrollHeight) / (scrollHeight - clientHeight)

const scrollTopFor = (height: number, { scrollHeight, clientHeight }: Scrolled): number =>
  (height * (scrollHeight - clientHeight)) / scrollHeight

type PaneParts = {
  readonly pane: Pane
  readonly scroller: RefObject<HTMLElement | null>
  readonly placeAt: (height: number) => ScrollPlace | null
  readonly heightOf: (place: ScrollPlace) => number | null
}

/**
 * The number of times that a follower looks again, as parts that come into sight turn out higher or lower than
 * estimated.
 */
const corrections = 2

/** Links an element that scrolls to the other pane. */
export const useScrollLink = (link: ScrollLink, parts: PaneParts): void => {
  const { pane, scroller } = parts
  const current = useRef(parts)
  useEffect(() => {
    current.current = parts
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const lead = () => link.lead(pane)
    let frame = 0
    const report = () => {
      const height = heightAt(element)
      const place = height === null ? null : current.current.placeAt(height)
      if (place !== null && link.leads(pane)) link.report(pane, place)
    }
    const onScroll = () => {
      cancelAnimationFrame(frame)
      if (link.leads(pane)) frame = requestAnimationFrame(report)
    }
    const follow = (place: ScrollPlace, again: number) => {
      cancelAnimationFrame(frame)
      const height = current.current.heightOf(place)
      if (height === null || link.leads(pane)) return
      // The scrolling is at once, never smooth: it follows a hand.
      element.scrollTop = scrollTopFor(height, element)
      if (again > 0) frame = requestAnimationFrame(() => follow(place, again - 1))
    }
    const stop = link.onPlace(pane, (place) => follow(place, corrections))
    for (const event of ['wheel', 'pointerdown', 'touchstart', 'keydown'])
      element.addEventListener(event, lead, { passive: true, capture: true })
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      stop()
      for (const event of ['wheel', 'pointerdown', 'touchstart', 'keydown'])
        element.removeEventListener(event, lead, { capture: true })
      element.removeEventListener('scroll', onScroll)
    }
  }, [link, pane, scroller])
}

/**
 * The time that a pane must rest before its page is reported, in milliseconds: browsers limit the rate at which an
 * address may change.
 */
const scrollRestMs = 120

/** Tells of a page that was scrolled to, once the scrolling rests. */
export const useScrolledPage = (link: ScrollLink, onPage: (page: number) => void): void => {
  const current = useRef(onPage)
  useEffect(() => {
    current.current = onPage
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = link.onPage((page) => {
      clearTimeout(timer)
      timer = setTimeout(() => current.current(page), scrollRestMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [link])
}
