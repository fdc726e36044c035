import { saveBlob } from '../save-blob.ts'
import { qrMatrix } from './qr-matrix.ts'

const MODULE = 14
const WIDTH = 640

/**
 * Saves a picture of a code to show at the counter without a connection: its title, the QR, the code and a line
 * below. White all around, so that it can be read on a dark screen.
 */
export async function saveQrPng(
  file: string,
  text: string,
  [title, code, foot]: [string, string, string],
): Promise<void> {
  const matrix = await qrMatrix(text)
  const side = matrix.length * MODULE
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(WIDTH, side)
  canvas.height = side + 232
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw on a canvas')
  const { ink, display, mono, body } = inks()
  const middle = canvas.width / 2
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = ink
  pen.textAlign = 'center'
  pen.font = `800 38px ${display}`
  pen.fillText(title, middle, 66, canvas.width - 40)
  const left = (canvas.width - side) / 2
  for (const [y, row] of matrix.entries())
    for (const [x, dark] of row.entries())
      if (dark) pen.fillRect(left + x * MODULE, 80 + y * MODULE, MODULE, MODULE)
  pen.font = `700 46px ${mono}`
  pen.fillText(code, middle, side + 134, canvas.width - 40)
  pen.font = `400 26px ${body}`
  pen.fillText(foot, middle, side + 190, canvas.width - 40)
  saveBlob(await pngOf(canvas), file)
}

function inks() {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name)
  return { ink: read('--ink'), display: read('--display'), mono: read('--mono'), body: read('--body') }
}

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture'))),
      'image/png',
    ),
  )
