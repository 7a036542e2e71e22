/** The prefix under which this code knows a namespace, whatever a file calls it; Office's strict names are the same. */
const prefixByNamespace: Readonly<Record<string, string>> = {
  'urn:oasis:names:tc:opendocument:xmlns:office:1.0': 'office',
  'urn:oasis:names:tc:opendocument:xmlns:text:1.0': 'text',
  'urn:oasis:names:tc:opendocument:xmlns:table:1.0': 'table',
  'urn:oasis:names:tc:opendocument:xmlns:style:1.0': 'style',
  'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0': 'draw',
  'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0': 'fo',
  'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0': 'svg',
  'urn:oasis:names:tc:opendocument:xmlns:meta:1.0': 'meta',
  'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0': 'presentation',
  'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0': 'manifest',
  'urn:oasis:names:tc:opendocument:xmlns:container': 'ocf',
  'urn:oasis:names:tc:opendocument:xmlns:chart:1.0': 'chart',
  'urn:oasis:names:tc:opendocument:xmlns:form:1.0': 'form',
  'urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0': 'field',
  'http://www.w3.org/1998/Math/MathML': 'math',
  'http://www.w3.org/1999/xlink': 'xlink',
  // Documents of these have no prefixes where they are no part of another, and DocBook 4 and JATS no namespace at all.
  'http://docbook.org/ns/docbook': '',
  'http://www.w3.org/2000/svg': '',
  'http://www.w3.org/2001/XInclude': 'xi',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://www.idpf.org/2007/opf': 'opf',
  'http://www.daisy.org/z3986/2005/ncx/': 'ncx',
  'http://www.w3.org/2001/04/xmlenc#': 'enc',
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://schemas.microsoft.com/office/word/2003/wordml': 'w',
  'http://schemas.microsoft.com/office/word/2003/auxHint': 'wx',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://schemas.openxmlformats.org/drawingml/2006/picture': 'pic',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing': 'xdr',
  'http://schemas.openxmlformats.org/drawingml/2006/diagram': 'dgm',
  'http://schemas.microsoft.com/office/drawing/2008/diagram': 'dsp',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties': 'ep',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': 'x',
  'http://schemas.openxmlformats.org/presentationml/2006/main': 'p',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/package/2006/relationships': 'rel',
  'http://schemas.openxmlformats.org/package/2006/content-types': 'ct',
  'http://schemas.openxmlformats.org/package/2006/metadata/core-properties': 'cp',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape': 'wps',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup': 'wpg',
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'http://schemas.microsoft.com/office/powerpoint/2018/8/main': 'p188',
  'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments': 'tc',
  'http://schemas.microsoft.com/office/2006/activeX': 'ax',
  'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main': 'x14',
  'http://schemas.microsoft.com/office/excel/2006/main': 'xm',
  'urn:schemas-microsoft-com:office:office': 'o',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:excel': 'xvml',
  'http://schemas.microsoft.com/office/2006/encryption': 'encryption',
  'http://schemas.microsoft.com/office/2006/keyEncryptor/password': 'password',
}

/** Qualified names as this code writes them: `w:p` for a paragraph, whatever its file writes. */
export const qualified = ({ uri, local, prefix }: { uri: string; local: string; prefix: string }): string => {
  const known = prefixByNamespace[uri] ?? prefixByNamespace[transitional(uri)] ?? prefix
  return known === '' ? local : `${known}:${local}`
}

/**
 * Strict Office Open XML has other names for its namespaces (ISO/IEC 29500-1, annex A); only their beginnings differ.
 */
const transitional = (uri: string): string =>
  uri.startsWith('http://purl.oclc.org/ooxml/')
    ? uri.replace(/^http:\/\/purl\.oclc\.org\/ooxml\/(\w+)\//, 'http://schemas.openxmlformats.org/$1/2006/')
    : uri
