import { expect, it } from 'vitest'
import { loginPath, returnPath } from './return-path.ts'

it.each(['/mostrador?sucursal=Alberdi&texto=a%26b', '/mostrador/pedidos/abc', '/mostrador/ajustes'])(
  'comes back to %s',
  (path) => expect(returnPath(new URL(loginPath(path), 'http://x').search)).toBe(path),
)

it.each(['', 'https://otro.example/mostrador', '//otro.example', '/', '/mostradores', '/mostrador/ingresar'])(
  'does not follow %s',
  (volver) => expect(returnPath(`?${new URLSearchParams({ volver })}`)).toBe('/mostrador'),
)
