import type { ImageValue } from '@polyparse/document/schema'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { addressFor, addressOfImage } from './image-file.ts'
import { whenNear } from './when-near.ts'

type ResultImageProps = {
  readonly image: ImageValue
  readonly alt: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** An image of the result. Its file is asked for once it is near. */
export const ResultImage = ({ image, alt, width, height }: ResultImageProps) => {
  const { client } = useSession()
  const element = useRef<HTMLImageElement>(null)
  const [address, setAddress] = useState(() => addressOfImage(image))
  useEffect(() => {
    const target = element.current
    const known = addressOfImage(image)
    setAddress(known)
    if (known !== null || target === null) return
    const abort = new AbortController()
    whenNear([target], abort.signal, () => {
      // An image that cannot be read is shown by its alternative text.
      addressFor(image, client, abort.signal).then(setAddress, () => {})
    })
    return () => abort.abort()
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
