import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { makePdf } from '../../server/src/testing/pdf.ts'

/** A file as Playwright's setInputFiles takes it. */
export type Picked = { name: string; mimeType: string; buffer: Buffer }

/** A PDF of so many A4 pages; those in `color` (from 1) have a red bar. */
export async function pdf(name: string, pages = 1, color: number[] = []): Promise<Picked> {
  const bytes = await makePdf({ pages, color, text: name.replace(/\.pdf$/, '') })
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) }
}

export const notPdf = (name: string): Picked => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from('Esto es texto, no un PDF.\n'.repeat(40)),
})

/** It begins as a PDF, so that browsers send it, and the server finds it damaged. */
export const damagedPdf = (name: string): Picked => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\nNada más que texto.\n'),
})

/** A valid PDF of `megabytes`: most of it is an attachment that no compression makes smaller. */
export async function heavyPdf(name: string, megabytes: number): Promise<Picked> {
  const document = await PDFDocument.load(await makePdf({ pages: 3, text: name }))
  await document.attach(randomBytes(megabytes * 1024 ** 2), 'relleno.bin', {
    mimeType: 'application/octet-stream',
  })
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

/** The same on disk, in a folder of its own: Playwright hands large files over by path. */
export async function heavyPdfOnDisk(name: string, megabytes: number): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'imprimitodo-grande-')), name)
  writeFileSync(path, (await heavyPdf(name, megabytes)).buffer)
  return path
}

/** Drops files on the page as a person would: over it, then down. `over` runs in between. */
export async function drop(page: Page, files: Picked[], over?: () => Promise<void>): Promise<void> {
  const sent = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    data: buffer.toString('base64'),
  }))
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, data } of files) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    return transfer
  }, sent)
  const target = page.getByRole('region', { name: 'Subir archivos' })
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await over?.()
  await target.dispatchEvent('drop', { dataTransfer: transfer })
  await transfer.dispose()
}

/** A PDF that asks for a password before it opens. */
export async function protectedPdf(name: string): Promise<Picked> {
  const document = await PDFDocument.load(await makePdf({ pages: 2 }))
  document.encrypt({ userPassword: 'secreto', ownerPassword: 'secreto' })
  return {
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(await document.save({ useObjectStreams: false })),
  }
}
