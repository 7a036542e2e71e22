/** The bytes of a file in base64. */
export const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = reader.result
      resolve(typeof address === 'string' ? address.slice(address.indexOf(',') + 1) : '')
    })
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.', { cause: reader.error })))
    reader.readAsDataURL(file)
  })
