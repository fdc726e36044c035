import { again } from '../state/later.ts'

const loadQr = again(() => import('qr'))

/** Rows of modules, true is dark, with the quiet zone of 4 that scanners ask for (ISO/IEC 18004, 6.3.8). */
export async function qrMatrix(text: string): Promise<boolean[][]> {
  const { encodeQR } = await loadQr()
  return encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
}

/** One SVG path of the dark modules, a run of each row at a time. */
export function svgPathOf(matrix: boolean[][]): string {
  const runs: string[] = []
  for (const [y, row] of matrix.entries())
    for (let x = 0; x < row.length; x++) {
      const start = x
      while (row[x]) x++
      if (x > start) runs.push(`M${start} ${y}h${x - start}v1h${start - x}z`)
    }
  return runs.join('')
}
