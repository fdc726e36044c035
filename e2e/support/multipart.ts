import type { CDPSession, Page } from 'playwright-core'

/** The fields and files of a multipart body, in order: the file names of what has one, else the text. */
export function partsOf(body: string): [name: string, value: string][] {
  const boundary = body.slice(0, body.indexOf('\r\n'))
  return body
    .split(boundary)
    .slice(1, -1)
    .map((part) => {
      const head = part.slice(0, part.indexOf('\r\n\r\n'))
      const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
      const filename = /filename="([^"]*)"/.exec(head)?.[1]
      return [name, filename ?? Buffer.from(part.slice(head.length + 4, -2), 'latin1').toString()]
    })
}

/** The bodies that the browser really sends: Playwright leaves files out of `postData`. */
export async function onRawUpload(page: Page, seen: (body: string) => void): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/api/upload_archivo', requestStage: 'Request' }],
  })
  session.on('Fetch.requestPaused', async ({ requestId, request }) => {
    seen(
      Buffer.concat(
        (request.postDataEntries ?? []).map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')),
      ).toString('latin1'),
    )
    await session.send('Fetch.continueRequest', { requestId })
  })
  return session
}
