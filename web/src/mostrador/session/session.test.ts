// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const refuse = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}
/** As in a browser that blocks the data of the site. */
const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse }

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', forbidden)
  vi.stubGlobal('localStorage', forbidden)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('where storage is forbidden', () => {
  it('the session lasts as long as the page', async () => {
    const { currentSession, endSession, startSession } = await import('./session.ts')
    expect(currentSession()).toBeNull()
    startSession({ access: 'llave', id: 7, nombre: 'Ana', rol: 'operador', sucursal: null })
    expect(currentSession()?.access).toBe('llave')
    endSession()
    expect(currentSession()).toBeNull()
  })

  it.each([
    ['the keys', () => import('../atajos/atajos.ts')],
    ['the density of the board', () => import('../tablero/densidad.ts')],
    ['the sound', () => import('../live/sound.ts')],
  ])('%s are read without an exception', async (_what, load) => {
    await expect(load()).resolves.toBeTruthy()
  })
})
