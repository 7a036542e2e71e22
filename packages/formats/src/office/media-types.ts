const officeOpenXmlPrefix = 'application/vnd.openxmlformats-officedocument.'
const microsoft = 'application/vnd.ms-'
const openDocumentTypePrefix = 'application/vnd.oasis.opendocument.'

/** Media types of office documents by kind (`docx`, `pptx` …), those of templates and of files with macros included. */
export const officeMediaTypes = {
  docx: [
    `${officeOpenXmlPrefix}wordprocessingml.document`,
    `${officeOpenXmlPrefix}wordprocessingml.template`,
    `${microsoft}word.document.macroenabled.12`,
    `${microsoft}word.template.macroenabled.12`,
  ],
  pptx: [
    `${officeOpenXmlPrefix}presentationml.presentation`,
    `${officeOpenXmlPrefix}presentationml.slideshow`,
    `${officeOpenXmlPrefix}presentationml.template`,
    `${microsoft}powerpoint.presentation.macroenabled.12`,
    `${microsoft}powerpoint.slideshow.macroenabled.12`,
    `${microsoft}powerpoint.template.macroenabled.12`,
  ],
  xlsx: [
    `${officeOpenXmlPrefix}spreadsheetml.sheet`,
    `${officeOpenXmlPrefix}spreadsheetml.template`,
    `${microsoft}excel.sheet.macroenabled.12`,
    `${microsoft}excel.template.macroenabled.12`,
  ],
  doc: ['application/msword'],
  ppt: ['application/vnd.ms-powerpoint'],
  xls: ['application/vnd.ms-excel'],
  xlsb: [`${microsoft}excel.sheet.binary.macroenabled.12`],
  odt: [`${openDocumentTypePrefix}text`, `${openDocumentTypePrefix}text-template`],
  ods: [`${openDocumentTypePrefix}spreadsheet`, `${openDocumentTypePrefix}spreadsheet-template`],
  odp: [`${openDocumentTypePrefix}presentation`, `${openDocumentTypePrefix}presentation-template`],
  rtf: ['application/rtf'],
} as const
