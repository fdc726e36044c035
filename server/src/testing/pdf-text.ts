import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDocument, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib'

/** The drawing instructions of a page; '' for a blank one. */
function contentOf({ node }: PDFPage): string {
  const contents = node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : []
  return streams
    .map((one) => node.context.lookup(one))
    .flatMap((one) => (one instanceof PDFRawStream ? [plain(one)] : []))
    .join('')
}

const plain = ({ contents, dict }: PDFRawStream): string =>
  Buffer.from(`${dict}`.includes('/FlateDecode') ? inflateSync(contents) : contents).toString('latin1')

/** The drawing instructions of each page of a PDF of ours; texts in standard fonts can be read in them. */
export async function drawnOn(made: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(made)
  return document
    .getPages()
    .map((page) =>
      contentOf(page).replace(/<([0-9A-F]+)> Tj/g, (_all, hex: string) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      ),
    )
}
