import { useEffect, useRef, useState, type RefObject } from 'react'

/** The width of an element in CSS pixels; 0 until it is known. */
export const useWidth = (): readonly [RefObject<HTMLElement | null>, number] => {
  const element = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
