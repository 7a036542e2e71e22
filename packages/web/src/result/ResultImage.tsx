import type { ImageValue } from '@polyparse/document/schema'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { addressFor, addressOf } from './image-file.ts'

type Props = {
  readonly image: ImageValue
  readonly alt: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** An image of the result. A file that is not in the result is read from the service once the image is near. */
export const ResultImage = ({ image, alt, width, height }: Props) => {
  const { client } = useSession()
  const element = useRef<HTMLImageElement>(null)
  const [address, setAddress] = useState(() => addressOf(image))
  useEffect(() => {
    const target = element.current
    const known = addressOf(image)
    setAddress(known)
    if (known !== null || target === null) return
    const abort = new AbortController()
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        // What cannot be read is shown by its alternative text.
        addressFor(image, client, abort.signal).then(setAddress, () => {})
      },
      { rootMargin: '200px' },
    )
    observer.observe(target)
    return () => {
      observer.disconnect()
      abort.abort()
    }
  }, [image, client])
  return (
    <img
      ref={element}
      {...(address !== null && { src: address })}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
    />
  )
}
