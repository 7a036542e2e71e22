/** The distance from sight at which an element is near, in pixels. */
const nearPixels = 200

/** Calls `show` once for each element shortly before it comes into sight, until the signal aborts. */
export const whenNear = <Shown extends Element>(
  elements: Iterable<Shown>,
  signal: AbortSignal,
  show: (element: Shown) => void,
): void => {
  const waiting = new Map<Element, Shown>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const element = waiting.get(target)
        if (!isIntersecting || element === undefined) continue
        waiting.delete(target)
        observer.unobserve(target)
        show(element)
      }
    },
    { rootMargin: `${nearPixels}px` },
  )
  for (const element of elements) {
    waiting.set(element, element)
    observer.observe(element)
  }
  signal.addEventListener('abort', () => observer.disconnect())
}
