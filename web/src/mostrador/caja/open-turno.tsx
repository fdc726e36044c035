import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { typedNumero } from '@imprimitodo/shared/rules/base/numero-escrito'
import { MAX_CAJAS } from '@imprimitodo/shared/rules/dinero/caja'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { OTRA_VEZ, sinRespuesta } from '../../api/sin-respuesta.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { useFirstField } from '../first-field.ts'
import { FormDialog } from '../form-dialog.tsx'
import { parseDesdeCero } from '../importe.ts'
import { ImporteField } from '../importe-field.tsx'
import { type Problemas, problemasOf } from '../problemas.ts'
import { ask } from '../session/ask.ts'
import { useWhileOpen } from '../while-open.ts'
import { useCajaAgain } from './queries.ts'

/** The opening float of a drawer. `quedo`: what its last close left in it, by drawer. */
export function OpenTurnoDialog({
  sucursal,
  abiertas,
  quedo,
  onClose,
}: {
  sucursal: string
  /** Drawers that are open already. */
  abiertas: readonly number[]
  quedo: ReadonlyMap<number, number>
  onClose: () => void
}) {
  const libres = Array.from({ length: MAX_CAJAS }, (_, index) => index + 1).filter(
    (one) => !abiertas.includes(one),
  )
  const [chosen, setCaja] = useState(libres[0] ?? 1)
  // A colleague may have opened the chosen one meanwhile: its money is in that drawer, and none opens by itself
  const caja = libres.includes(chosen) ? chosen : null
  const [typed, setTyped] = useState<string | null>(null)
  const [problemas, setProblemas] = useState<Problemas<'fondo' | 'caja'>>({})
  const again = useCajaAgain()
  const close = useWhileOpen(onClose)
  const first = useFirstField<HTMLInputElement>()
  const left = caja === null ? undefined : quedo.get(caja)
  const fondo = typed ?? typedNumero(left ?? 0)
  const { mutate, isPending } = useMutation({
    mutationFn: (turno: { caja: number; fondo: number }) =>
      ask('POST /api/mostrador/turnos', { body: { sucursal, ...turno } }),
    onSuccess: (answer, { caja }) => {
      void again()
      if (!answer.ok) return setProblemas(problemasOf(['fondo', 'caja'], answer, 'No se pudo abrir la caja.'))
      showToast(`Cajón ${caja}: caja abierta.`)
      close()
    },
    onError: () => setProblemas({ general: sinRespuesta('se abrió', OTRA_VEZ) }),
  })
  function send() {
    const pesos = parseDesdeCero(fondo)
    setProblemas({
      ...(pesos === null && { fondo: 'Escribí cuánto hay en el cajón, como 30.000.' }),
      ...(caja === null && { caja: 'Elegí el cajón.' }),
    })
    if (pesos !== null && caja !== null) mutate({ caja, fondo: pesos })
  }
  return (
    <FormDialog
      title={`Abrir la caja de ${sucursal}`}
      action="Abrir la caja"
      busyText="Abriendo…"
      isBusy={isPending}
      problems={problemas}
      onSubmit={send}
      onClose={onClose}
    >
      {(libres.length < MAX_CAJAS || caja !== 1) && (
        <SelectField
          label="Cajón"
          value={caja === null ? '' : String(caja)}
          error={problemas.caja}
          onChange={({ target }) => setCaja(Number(target.value))}
        >
          {caja === null && <option value="">Elegí cuál</option>}
          {libres.map((one) => (
            <option key={one} value={one}>
              Cajón {one}
            </option>
          ))}
        </SelectField>
      )}
      <ImporteField
        label="Con cuánto se abre ($)"
        hint={
          left === undefined
            ? 'El efectivo que hay en el cajón ahora.'
            : `Al cerrar quedaron ${formatPesos(left)}. Contalo antes de empezar.`
        }
        ref={first}
        value={fondo}
        error={problemas.fondo}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
      />
      {problemas.general && <Notice tone="error">{problemas.general}</Notice>}
    </FormDialog>
  )
}
