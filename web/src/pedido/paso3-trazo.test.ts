import { describe, expect, it } from 'vitest'
import { trazar } from './paso3-trazo.ts'

const alberdi = { lat: -27.58611, lng: -65.61972 }

describe('trazar', () => {
  it('keeps directions: north is up, east is right', () => {
    const { start, end } = trazar([alberdi, { lat: -27.57, lng: -65.6 }])
    expect(end.x).toBeGreaterThan(start.x)
    expect(end.y).toBeLessThan(start.y)
  })

  it.each([
    ['east', { lat: -27.58611, lng: -65.5 }],
    ['north', { lat: -27.5, lng: -65.61972 }],
    ['the same place', alberdi],
    ['next door', { lat: -27.58612, lng: -65.61973 }],
  ])('stays on the sheet, with room for the names, and its ends apart: %s', (_, to) => {
    const { path, start, end } = trazar([alberdi, to])
    for (const { x, y } of [start, end]) {
      expect(x).toBeGreaterThanOrEqual(60)
      expect(x).toBeLessThanOrEqual(660)
      expect(y).toBeGreaterThanOrEqual(34)
      expect(y).toBeLessThanOrEqual(160)
    }
    expect(Math.hypot(start.x - end.x, start.y - end.y)).toBeGreaterThan(60)
    expect(path).not.toMatch(/NaN|Infinity/)
  })

  it('draws every point of a route', () => {
    const { path } = trazar([alberdi, { lat: -27.58, lng: -65.61 }, { lat: -27.57, lng: -65.6 }])
    expect(path.match(/[ML]/g)).toEqual(['M', 'L', 'L'])
  })
})
