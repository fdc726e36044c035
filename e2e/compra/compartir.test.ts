// Other apps share files with the installed app. Chromium cannot be made to share, so a form of the site posts what the
// phone would.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openBrowser, openPage, PHONE, WITH_WORKER } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage({}, openBrowser)

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Tus archivos', exact: true }).getByRole('listitem')

type Shared = { name: string; type: string; bytes: number[] }

/** Shares files as the manifest defines it: by a navigation with the files in the form's field. */
async function share(page: Page, files: Shared[]): Promise<void> {
  const { action, method, enctype, params } = await page.evaluate(async () => {
    const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? ''
    return (await (await fetch(address)).json()).share_target
  })
  expect([method, enctype, params.files[0].name]).toEqual(['POST', 'multipart/form-data', 'archivos'])
  await page.evaluate(
    ([to, field, all]) => {
      const form = document.createElement('form')
      Object.assign(form, { action: to, method: 'POST', enctype: 'multipart/form-data' })
      const input = document.createElement('input')
      Object.assign(input, { type: 'file', name: field, multiple: true })
      const transfer = new DataTransfer()
      for (const { name, type, bytes } of all)
        transfer.items.add(new File([new Uint8Array(bytes)], name, { type }))
      input.files = transfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [action, params.files[0].name, files] as const,
  )
}

async function withWorker(page: Page): Promise<void> {
  await page.goto(shop.url)
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

it('PDFs shared from another app are in the list of step 1, priced, also one without an ending, and once; a share without a file, or in a browser without the worker, is told there', async () => {
  const { page, problems } = await openPage(browser, { ...PHONE, ...WITH_WORKER })
  await withWorker(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/compartir') && !request.serviceWorker())
      asked.push(request.url())
  })
  await share(page, [])
  await page.getByRole('alert').getByText('Lo que compartiste no trae ningún archivo.').waitFor()
  const { buffer } = await pdf('tesis.pdf', 3)
  const bytes = [...buffer]
  await share(page, [
    { name: 'tesis.pdf', type: 'application/pdf', bytes },
    { name: 'Documento de WhatsApp', type: 'application/pdf', bytes },
  ])
  await page.waitForURL((url) => url.pathname === '/imprimitodo' && url.search === '')
  // Only the installed app adds them without asking
  await page.getByText('Otra página mandó 2 archivos: ¿los agregamos?').waitFor()
  await expectGoodScreen(page, 'compartir-pregunta')
  await page.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect.poll(() => rows(page).count()).toBe(2)
  await rows(page).nth(1).getByText('Documento de WhatsApp.pdf').waitFor()
  await rows(page).first().getByText('3 páginas').waitFor()
  await page.reload()
  await rows(page).first().getByText('3 páginas').waitFor()
  expect(await rows(page).count()).toBe(2)
  expect(problems).toEqual([])

  const without = await openPage(browser, { ...PHONE, serviceWorkers: 'block' })
  await without.page.goto(shop.url)
  await share(without.page, [{ name: 'a.pdf', type: 'application/pdf', bytes: [37, 80, 68, 70] }])
  await without.page.getByRole('alert').getByText('No pudimos recibir lo que compartiste.').waitFor()
  expect(new URL(without.page.url()).search).toBe('')
})
