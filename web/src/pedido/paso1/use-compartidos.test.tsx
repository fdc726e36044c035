// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { takeCompartidos } from '../../api/compartidos.ts'
import { file } from '../carrito/testing.ts'
import { useCompartidos } from './use-compartidos.tsx'

vi.mock('../../api/compartidos.ts', async (original) => ({
  ...(await original<typeof import('../../api/compartidos.ts')>()),
  takeCompartidos: vi.fn(),
}))

const FILES = [file('a.pdf'), file('b.pdf')]

function Step({ onFiles }: { onFiles: (files: File[]) => void }) {
  const question = useCompartidos({ onFiles, onProblem: () => {} })
  return (
    <main id="contenido" tabIndex={-1}>
      {question}
      <output>{useLocation().search || 'sin pregunta en la dirección'}</output>
    </main>
  )
}

/** Opens step 1 after a share, in a browser tab or as the installed app. */
function open(display: 'browser' | 'standalone') {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === `(display-mode: ${display})` }) as MediaQueryList,
  )
  // Stored files are returned only once
  vi.mocked(takeCompartidos).mockResolvedValueOnce(FILES).mockResolvedValue([])
  const onFiles = vi.fn()
  render(
    <StrictMode>
      <MemoryRouter initialEntries={['/imprimitodo?compartido=ok']}>
        <Step onFiles={onFiles} />
      </MemoryRouter>
    </StrictMode>,
  )
  return onFiles
}

const settled = () => screen.findByText('sin pregunta en la dirección')
const question = () => screen.queryByText('Otra página mandó 2 archivos: ¿los agregamos?')

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.mocked(takeCompartidos).mockReset()
})

it('in a browser tab it asks first, and adds the files once when answered with yes', async () => {
  const onFiles = open('browser')
  await settled()
  expect([question() !== null, onFiles.mock.calls]).toEqual([true, []])
  fireEvent.click(screen.getByRole('button', { name: 'Agregar' }))
  expect(onFiles.mock.calls).toEqual([[FILES]])
  expect(question()).toBeNull()
})

it('after a «no» the files are not listed', async () => {
  const onFiles = open('browser')
  await settled()
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }))
  expect(question()).toBeNull()
  expect(document.activeElement?.id).toBe('contenido')
  expect(onFiles).not.toHaveBeenCalled()
})

it('the installed app adds them at once', async () => {
  const onFiles = open('standalone')
  await settled()
  expect(onFiles.mock.calls).toEqual([[FILES]])
  expect(question()).toBeNull()
})
