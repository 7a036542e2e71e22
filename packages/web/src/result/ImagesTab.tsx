import type { ImageValue } from '@polyparse/document/schema'
import { DownloadIcon } from '../design/icons.tsx'
import { messageOfError } from '../api/message-of.ts'
import { download } from '../browser/download.ts'
import { useToast } from '../design/toast.tsx'
import { useSession } from '../session/session.tsx'
import { formatBytes } from '../design/format.ts'
import { fileNameOf, fileOfImage, hasFile, sizeIn } from './image-file.ts'
import { LinkToPage } from './PageLink.tsx'
import { ResultImage } from './ResultImage.tsx'
import { useViewMessages } from '../language/view-messages.ts'

/** The time that the service may take to send one image. */
const saveMs = 60_000

type ImagesTabProps = {
  readonly images: readonly ImageValue[]
  readonly name: string
  readonly onPage: (page: number, image: string) => void
}

export const ImagesTab = ({ images, name, onPage }: ImagesTabProps) => {
  const viewMessages = useViewMessages()
  const { client } = useSession()
  const showToast = useToast()
  const save = async (image: ImageValue) => {
    try {
      const file = await fileOfImage(image, client, AbortSignal.timeout(saveMs))
      download(`${name}-${fileNameOf(image)}`, file, file.type)
    } catch (error) {
      showToast(messageOfError(error))
    }
  }
  return (
    <ul className="image-grid">
      {images.map((image) => (
        <li key={image.id}>
          <figure>
            {hasFile(image) ? (
              <ResultImage image={image} alt={image.alt ?? viewMessages.result.imageNamed(image.id)} />
            ) : (
              <p className="empty small">{viewMessages.result.omitted}</p>
            )}
            <figcaption className="small">
              <strong>{image.id}</strong> <LinkToPage page={image.page} onGo={() => onPage(image.page, image.id)} />
              <span className="muted">
                {image.width} × {image.height}
                {sizeLabelOfImage(image)}
              </span>
              <button
                type="button"
                className="button quiet icon"
                aria-label={viewMessages.result.downloadImage(image.id)}
                disabled={!hasFile(image)}
                onClick={() => void save(image)}
              >
                <DownloadIcon size={15} aria-hidden />
              </button>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}

const sizeLabelOfImage = (image: ImageValue): string => {
  const bytes = sizeIn(image)
  return bytes === null ? '' : `, ${formatBytes(bytes)}`
}
