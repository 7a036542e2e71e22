const openXml = 'application/vnd.openxmlformats-officedocument.'
const microsoft = 'application/vnd.ms-'
const openDocument = 'application/vnd.oasis.opendocument.'

/** Media types of office documents by kind (`docx`, `pptx` …), those of templates and of files with macros included. */
export const officeMediaTypes = {
  docx: [
    `${openXml}wordprocessingml.document`,
    `${openXml}wordprocessingml.template`,
    `${microsoft}word.document.macroenabled.12`,
    `${microsoft}word.template.macroenabled.12`,
  ],
  pptx: [
    `${openXml}presentationml.presentation`,
    `${openXml}presentationml.slideshow`,
    `${openXml}presentationml.template`,
    `${microsoft}powerpoint.presentation.macroenabled.12`,
    `${microsoft}powerpoint.slideshow.macroenabled.12`,
    `${microsoft}powerpoint.template.macroenabled.12`,
  ],
  xlsx: [
    `${openXml}spreadsheetml.sheet`,
    `${openXml}spreadsheetml.template`,
    `${microsoft}excel.sheet.macroenabled.12`,
    `${microsoft}excel.template.macroenabled.12`,
  ],
  doc: ['application/msword'],
  ppt: ['application/vnd.ms-powerpoint'],
  xls: ['application/vnd.ms-excel'],
  xlsb: [`${microsoft}excel.sheet.binary.macroenabled.12`],
  odt: [`${openDocument}text`, `${openDocument}text-template`],
  ods: [`${openDocument}spreadsheet`, `${openDocument}spreadsheet-template`],
  odp: [`${openDocument}presentation`, `${openDocument}presentation-template`],
  rtf: ['application/rtf'],
} as const
