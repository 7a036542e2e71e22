import type { ImageValue } from '@polyparse/document/schema'
import { Download } from 'lucide-react'
import { download } from '../design/download.ts'
import { formatBytes } from '../design/format.ts'
import { addressOf, bytesOf, fileNameOf, hasFile } from './image-address.ts'
import { PageLink } from './PageLink.tsx'

type Props = {
  readonly images: readonly ImageValue[]
  readonly name: string
  readonly onPage: (page: number, image: string) => void
}

export const ImagesTab = ({ images, name, onPage }: Props) => (
  <ul className="image-grid">
    {images.map((image) => (
      <li key={image.id}>
        <figure>
          {hasFile(image) ? (
            <img src={addressOf(image)} alt={image.alt ?? `Image ${image.id}`} loading="lazy" />
          ) : (
            <p className="empty small">{image.url === undefined ? 'Omitted from the result' : 'Not in the result'}</p>
          )}
          <figcaption className="small">
            <strong>{image.id}</strong> <PageLink page={image.page} onGo={() => onPage(image.page, image.id)} />
            <span className="muted">
              {image.width} × {image.height}
              {hasFile(image) && `, ${formatBytes(Math.floor((image.data.length * 3) / 4))}`}
            </span>
            <button
              type="button"
              className="button quiet icon"
              aria-label={`Download image ${image.id}`}
              disabled={!hasFile(image)}
              onClick={() => {
                if (hasFile(image)) download(`${name}-${fileNameOf(image)}`, bytesOf(image), image.mimeType)
              }}
            >
              <Download size={15} aria-hidden />
            </button>
          </figcaption>
        </figure>
      </li>
    ))}
  </ul>
)
