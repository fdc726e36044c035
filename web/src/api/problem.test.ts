import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fakeBrowser } from './testing.ts'

it('a server error shows its code, whatever the screen says', async () => {
  const { call } = await fakeBrowser({
    'GET /api/clientes/me': () => ({
      status: 500,
      body: { detail: 'Falló.', codigo_problema: 'ab12cd34-7' },
    }),
    'GET /api/precios': () => ({ status: 503, body: { detail: 'Falta.', codigo_problema: 'ab12cd34-8' } }),
    'GET /api/sucursales': () => ({ status: 400, body: { detail: 'Mal.' } }),
  })
  const { Toasts } = await import('../ui/notice/toasts.tsx')
  const shown = () => renderToStaticMarkup(createElement(Toasts))
  await call('GET /api/sucursales')
  expect(shown()).not.toContain('Código del problema')
  expect((await call('GET /api/clientes/me')).errores).toBe('Falló.')
  expect(shown()).toContain('Código del problema: ab12cd34-7.')
  await call('GET /api/precios')
  expect(shown()).toContain('Código del problema: ab12cd34-8.')
  expect(shown()).not.toContain('ab12cd34-7')
})
