import { getDocument, GlobalWorkerOptions, PDFDataRangeTransport, version, type PDFDocumentProxy } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { startWorker } from '../browser/trusted.ts'

const assets = (folder: string): string => `/assets/pdfjs-${version}-${folder}/`

let worker: Worker | null = null

/** Opens a PDF that the browser holds. It is read piece by piece, as pages need it, however large it is. */
export const openPdfInBrowser = async (file: File, password: string | null): Promise<PDFDocumentProxy> => {
  worker ??= startWorker(workerAddress)
  GlobalWorkerOptions.workerPort = worker
  const range = new PDFDataRangeTransport(file.size, null)
  range.requestDataRange = (begin: number, end: number) => {
    void file
      .slice(begin, end)
      .arrayBuffer()
      .then(
        (bytes) => range.onDataRange(begin, new Uint8Array(bytes)),
        // The file was deleted or changed on the disk: pdf.js then says that the page cannot be read.
        () => range.abort(),
      )
  }
  const task = getDocument({
    range,
    ...(password !== null && { password }),
    cMapUrl: assets('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: assets('standard_fonts'),
    // The substitute for Arial where it is not installed has other widths, and text would be squeezed.
    useSystemFonts: false,
    wasmUrl: assets('wasm'),
    iccUrl: assets('iccs'),
    disableAutoFetch: true,
    enableXfa: false,
    verbosity: 0,
  })
  return task.promise
}
