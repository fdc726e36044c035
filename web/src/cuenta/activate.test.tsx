// @vitest-environment happy-dom
import { cleanup, configure, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../api/testing.ts'
import { Activate } from './activate.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['the word of the server', { status: 200, body: { mensaje: 'Cuenta activada.' } }, '¡Cuenta activada!'],
  ['something else', { status: 200, body: { mensaje: 'Hola' } }, 'Error de activación'],
  ['a refusal', { status: 400, body: { detail: 'No.' } }, 'Error de activación'],
  ['no network', 'cut', 'Error de activación'],
] as const)(
  'the link of the mail activates by the word of the server alone: %s',
  async (_, answer, title) => {
    const calls = fakeServer({ 'GET /api/clientes/activar/abc/': answer })
    render(
      <MemoryRouter initialEntries={['/activar/abc']}>
        <Routes>
          <Route path="/activar/:token" element={<Activate />} />
        </Routes>
      </MemoryRouter>,
    )
    screen.getByText('Verificando tu cuenta...')
    await screen.findByRole('heading', { level: 1, name: title })
    expect(calls.map(({ call }) => call)).toContain('GET /api/clientes/activar/abc/')
  },
)
