import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'

/** The functions of PDFium in use. Numbers in, numbers out: pointers, counts, floats, and 0 or 1 for booleans. */
const pdfiumFunctionNames = [
  'PDFiumExt_Init',
  'FPDF_DestroyLibrary',
  'FPDF_LoadMemDocument64',
  'FPDF_CloseDocument',
  'FPDF_GetLastError',
  'FPDF_GetPageCount',
  'FPDF_GetMetaText',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageWidthF',
  'FPDF_GetPageHeightF',
  'FPDF_GetPageBoundingBox',
  'FPDFPage_GetRotation',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_GetMatrix',
  'FPDFPageObj_HasTransparency',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFTextObj_GetTextRenderMode',
  'FPDFPageObj_GetClipPath',
  'FPDFClipPath_CountPaths',
  'FPDFClipPath_CountPathSegments',
  'FPDFClipPath_GetPathSegment',
  'FPDFTextObj_GetFont',
  'FPDFTextObj_GetFontSize',
  'FPDFFont_GetBaseFontName',
  'FPDFFont_GetFlags',
  'FPDFFont_GetGlyphPath',
  'FPDFGlyphPath_CountGlyphSegments',
  'FPDFGlyphPath_GetGlyphPathSegment',
  'FPDFImageObj_GetImagePixelSize',
  'FPDFImageObj_GetImageFilterCount',
  'FPDFImageObj_GetImageFilter',
  'FPDFImageObj_GetImageDataRaw',
  'FPDFImageObj_GetBitmap',
  'FPDFImageObj_GetRenderedBitmap',
  'FPDFBitmap_GetBuffer',
  'FPDFBitmap_GetFormat',
  'FPDFBitmap_GetWidth',
  'FPDFBitmap_GetHeight',
  'FPDFBitmap_GetStride',
  'FPDFBitmap_Destroy',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_FillRect',
  'FPDF_RenderPageBitmap',
  'FPDFCatalog_GetLanguage',
  'FPDFBookmark_GetFirstChild',
  'FPDFBookmark_GetNextSibling',
  'FPDFBookmark_GetTitle',
  'FPDFBookmark_GetDest',
  'FPDFBookmark_GetAction',
  'FPDFAction_GetDest',
  'FPDFDest_GetDestPageIndex',
  'FPDFLink_Enumerate',
  'FPDFLink_GetAction',
  'FPDFLink_GetAnnotRect',
  'FPDFLink_CountQuadPoints',
  'FPDFLink_GetQuadPoints',
  'FPDFAction_GetType',
  'FPDFAction_GetURIPath',
  'FPDFPathSegment_GetType',
  'FPDFPathSegment_GetClose',
  'FPDFPathSegment_GetPoint',
  'FPDFPath_GetDrawMode',
  'FPDFPath_GetPathSegment',
  'FPDFPath_CountSegments',
  'FPDFPageObj_GetStrokeWidth',
  'FPDFPageObj_GetStrokeColor',
  'FPDFPageObj_GetFillColor',
  'FPDFPageObj_GetMarkedContentID',
  'FPDFPageObj_CountMarks',
  'FPDFPageObj_GetMark',
  'FPDFPageObj_RemoveMark',
  'FPDFPageObjMark_GetParamValueType',
  'FPDFText_GetMatrix',
  'FPDFText_GetFontSize',
  'FPDFText_GetTextObject',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetCharBox',
  'FPDFText_HasUnicodeMapError',
  'FPDFText_GetCharOrigin',
  'FPDFText_IsGenerated',
  'FPDFText_GetUnicode',
  'FPDFText_CountChars',
  'FPDFText_ClosePage',
  'FPDFText_LoadPage',
  'FPDF_StructTree_GetForPage',
  'FPDF_StructTree_Close',
  'FPDF_StructTree_CountChildren',
  'FPDF_StructTree_GetChildAtIndex',
  'FPDF_StructElement_GetType',
  'FPDF_StructElement_GetID',
  'FPDF_StructElement_GetAltText',
  'FPDF_StructElement_GetActualText',
  'FPDF_StructElement_CountChildren',
  'FPDF_StructElement_GetChildAtIndex',
  'FPDF_StructElement_GetChildMarkedContentID',
  'FPDF_StructElement_GetAttributeCount',
  'FPDF_StructElement_GetAttributeAtIndex',
  'FPDF_StructElement_Attr_GetValue',
  'FPDF_StructElement_Attr_GetType',
  'FPDF_StructElement_Attr_GetNumberValue',
  'FPDF_StructElement_Attr_GetStringValue',
  'FPDF_StructElement_Attr_CountChildren',
  'FPDF_StructElement_Attr_GetChildAtIndex',
  'FPDF_GetFormType',
  'PDFiumExt_OpenFormFillInfo',
  'PDFiumExt_CloseFormFillInfo',
  'PDFiumExt_InitFormFillEnvironment',
  'PDFiumExt_ExitFormFillEnvironment',
  'FPDFPage_GetAnnotCount',
  'FPDFPage_GetAnnot',
  'FPDFPage_CloseAnnot',
  'FPDFAnnot_GetSubtype',
  'FPDFAnnot_GetFlags',
  'FPDFAnnot_GetRect',
  'EPDFAnnot_GetColor',
  'EPDFAnnot_ExportAppearanceAsDocument',
  'FPDFAnnot_GetStringValue',
  'FPDFAnnot_GetNumberValue',
  'FPDFDoc_GetAttachmentCount',
  'FPDFDoc_GetAttachment',
  'FPDFAttachment_GetName',
  'FPDFAnnot_GetFileAttachment',
  'FPDFAnnot_CountAttachmentPoints',
  'FPDFAnnot_GetAttachmentPoints',
  'FPDFAnnot_GetFontSize',
  'FPDFAnnot_GetFormFieldType',
  'FPDFAnnot_GetFormFieldFlags',
  'FPDFAnnot_GetFormFieldValue',
  'FPDFAnnot_IsChecked',
  'FPDFAnnot_GetOptionCount',
  'FPDFAnnot_GetOptionLabel',
  'FPDFAnnot_IsOptionSelected',
  'FORM_OnAfterLoadPage',
  'FORM_OnBeforeClosePage',
  'FPDF_CreateNewDocument',
  'FPDF_ImportPagesByIndex',
  'PDFiumExt_OpenFileWriter',
  'PDFiumExt_GetFileWriterSize',
  'PDFiumExt_GetFileWriterData',
  'PDFiumExt_CloseFileWriter',
  'PDFiumExt_SaveAsCopy',
] as const

type Call = (...numbers: readonly number[]) => number

/** PDFium in WebAssembly, called without the checking wrapper, which would double the cost. */
export type Pdfium = Readonly<Record<(typeof pdfiumFunctionNames)[number], Call>> & {
  readonly malloc: Call
  readonly free: Call
  /** Its memory. Do not keep the array: it is replaced when the memory grows, which any call may cause. */
  memory(): Uint8Array
  /** The same memory, to read numbers from. */
  view(): DataView
}

let library: Promise<Pdfium> | null = null

/** One instance for the life of the process: its memory never shrinks, so the process is replaced instead. */
export const loadPdfium = (): Promise<Pdfium> => (library ??= loadPdfiumModule())

const loadPdfiumModule = async (): Promise<Pdfium> => {
  const file = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const module = await init({ wasmBinary: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) })
  module.PDFiumExt_Init()
  const exported = (name: string): Call => {
    const found: unknown = Reflect.get(module.pdfium.wasmExports, name)
    if (!isCall(found)) throw new TypeError(`PDFium has no function ${name}`)
    return found
  }
  const calls = Object.fromEntries(pdfiumFunctionNames.map((name) => [name, exported(name)]))
  if (!isComplete(calls)) throw new TypeError('PDFium lacks a function')
  const memory = (): Uint8Array => {
    const heap: unknown = Reflect.get(module.pdfium, 'HEAPU8')
    if (heap instanceof Uint8Array) return heap
    throw new TypeError('PDFium has no memory')
  }
  let current = new DataView(memory().buffer)
  const view = (): DataView => {
    // Memory that has grown leaves an empty buffer behind.
    if (current.buffer.byteLength === 0) current = new DataView(memory().buffer)
    return current
  }
  return { ...calls, malloc: exported('malloc'), free: exported('free'), memory, view }
}

/** Every export of the module that is called here takes numbers and returns one, or nothing. */
const isCall = (value: unknown): value is Call => typeof value === 'function'

const isComplete = (calls: Record<string, Call>): calls is Record<(typeof pdfiumFunctionNames)[number], Call> =>
  pdfiumFunctionNames.every((name) => name in calls)
