import type { Pdfium } from '../read/pdfium.ts'

const SAVE_WITHOUT_SECURITY = 3

/**
 * Has PDFium write a document, whole and without encryption, in pieces that are valid during the call.
 * @returns whether it could
 */
export function writeDocument(lib: Pdfium, document: number, take: (bytes: Uint8Array) => void): boolean {
  const { wasmExports, addFunction, removeFunction, setValue } = lib.pdfium
  const writeBlock = addFunction((_self = 0, data = 0, size = 0) => {
    take(lib.pdfium.HEAPU8.subarray(data, data + size))
    return 1
  }, 'iiii')
  const fileWrite = wasmExports.malloc(8) // FPDF_FILEWRITE {version, callback}
  setValue(fileWrite, 1, 'i32')
  setValue(fileWrite + 4, writeBlock, 'i32')
  try {
    return lib.FPDF_SaveAsCopy(document, fileWrite, SAVE_WITHOUT_SECURITY)
  } finally {
    removeFunction(writeBlock)
    wasmExports.free(fileWrite)
  }
}
