import { useEffect, useRef, type RefObject } from 'react'

/** The turn of the wheel for one step, in pixels: one notch of a mouse, or a short pinch. */
const stepPixels = 60

/**
 * Zooms by the wheel while Ctrl is held, which is also how browsers report a pinch on a touchpad; the browser itself
 * would zoom the whole app. `onStep` is null where there is nothing to zoom.
 */
export const useWheelZoom = (target: RefObject<HTMLElement | null>, onStep: ((by: 1 | -1) => void) | null): void => {
  const step = useRef(onStep)
  useEffect(() => {
    step.current = onStep
  })
  useEffect(() => {
    const element = target.current
    if (element === null) return
    let turned = 0
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || step.current === null) return
      event.preventDefault()
      turned += event.deltaY
      if (Math.abs(turned) < stepPixels) return
      step.current(turned < 0 ? 1 : -1)
      turned = 0
    }
    // React's own handlers of the wheel are passive, and cannot prevent anything.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [target])
}
