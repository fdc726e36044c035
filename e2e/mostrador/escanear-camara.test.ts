import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { qrMatrix, svgPathOf } from '../../web/src/ui/picture/qr-matrix.ts'
import { openBrowser, openPage, PHONE, press } from '../support/browser.ts'
import { makeCustomer } from '../support/cuenta.ts'
import { makeCupon, useCodigo } from '../support/puntos.ts'
import { OWNER } from '../support/shop.ts'
import { startCopy } from '../support/stage.ts'

const WIDTH = 640
const HEIGHT = 480

const shop = await startCopy()
const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-camara-'))
const codigo = await makeCupon(shop, await makeCustomer(shop))
const film = join(folder, 'cupon.y4m')
writeFileSync(film, await filmOf(`${shop.url}/c/${codigo}`))
const browser = await openBrowser([
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
])
afterAll(async () => {
  await browser.close()
  await shop.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** A film of a phone held at an angle over the counter: YUV4MPEG2, which Chromium plays as a camera in a loop. */
async function filmOf(text: string): Promise<Buffer> {
  const matrix = await qrMatrix(text)
  const side = matrix.length
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="#fff"/><path d="${svgPathOf(matrix)}"/></svg>`
  const screen = await sharp(Buffer.from(svg))
    .resize(330)
    .rotate(11, { background: '#555' })
    .blur(0.8)
    .toBuffer()
  const grey = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#555' } })
    .composite([{ input: screen }])
    .greyscale()
    .raw()
    .toBuffer()
  const luma = grey.length === WIDTH * HEIGHT ? grey : grey.filter((_, at) => at % 3 === 0)
  const colourless = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, colourless])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([head, frame, frame])
}

it('the live camera reads the QR of a coupon, once, and marks it; it goes off when it is told to', async () => {
  const { page } = await openPage(browser, PHONE)
  await page.goto(`${shop.url}/mostrador/escanear`)
  await page.getByLabel('E-mail').fill(OWNER.email)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(OWNER.password)
  await page.keyboard.press('Enter')
  const camera = page.getByRole('region', { name: 'Cámara' })
  await press(camera.getByRole('button', { name: 'Usar la cámara' }))
  const result = page.getByRole('region', { name: 'Resultado' })
  await result.getByRole('heading', { name: 'Sirve: usalo en la venta' }).waitFor()
  await result.getByText(codigo).waitFor()
  await press(result.getByRole('button', { name: 'Marcar usado' }))
  await result.getByRole('heading', { name: 'Quedó usado' }).waitFor()
  await expect(useCodigo(shop, codigo)).rejects.toThrow(/ya se usó/)
  const isOn = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) => !!video.srcObject && !video.paused)
  expect(await isOn()).toBe(true)
  const track = await page
    .locator('video')
    .evaluateHandle((video: HTMLVideoElement) => (video.srcObject as MediaStream).getTracks()[0])
  await press(camera.getByRole('button', { name: 'Apagar la cámara' }))
  await camera.getByRole('button', { name: 'Usar la cámara' }).waitFor()
  expect(await track.evaluate((one) => one?.readyState)).toBe('ended')
})
