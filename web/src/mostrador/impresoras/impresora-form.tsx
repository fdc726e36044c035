import { type Impresora, ImpresoraForm } from '@imprimitodo/shared/api/impresion'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import { OTRA_VEZ, sinRespuesta } from '../../api/sin-respuesta.ts'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { type Cambios, changedIn } from '../changed-in.ts'
import { duenoKey } from '../dueno/queries.ts'
import { checkBody, type Problems } from '../esquema.ts'
import { FormDialog } from '../form-dialog.tsx'
import { impresorasKey, useSucursales } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { useWhileOpen } from '../while-open.ts'
import { problemasImpresora } from './formulario.ts'
import styles from './impresoras.module.css'

const valuesOf = (impresora?: Impresora) => ({
  nombre: impresora?.nombre ?? '',
  sucursal: impresora?.sucursal ?? '',
  uri: impresora?.uri ?? '',
  usuario: impresora?.usuario ?? '',
  clave: '',
  cuenta: impresora?.cuenta ?? '',
  huella: impresora?.huella ?? '',
})

type Values = ReturnType<typeof valuesOf>
type Body = z.input<typeof ImpresoraForm>

const bodyOf = ({ nombre, sucursal, uri, usuario, cuenta, huella }: Values): Body => ({
  nombre,
  sucursal,
  uri,
  usuario: usuario.trim() || null,
  cuenta: cuenta.trim() || null,
  huella: huella.replace(/[\s:]/g, '').toLowerCase() || null,
})

/**
 * A printer's address and credentials. Its password can be set but not read: an empty field leaves it
 * unchanged.
 */
export function ImpresoraEditor({ impresora, onClose }: { impresora?: Impresora; onClose: () => void }) {
  const cache = useQueryClient()
  const { data: sucursales } = useSucursales()
  const [values, setValues] = useState(() => valuesOf(impresora))
  const [before] = useState(() => bodyOf(values))
  const [forget, setForget] = useState(false)
  const [problemas, setProblemas] = useState<Problems>({})
  const close = useWhileOpen(onClose)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ body, changed }: { body: Body; changed: Cambios<Body> }) =>
      impresora
        ? ask('PATCH /api/mostrador/impresoras/:id', { params: { id: impresora.id }, body: changed })
        : ask('POST /api/mostrador/impresoras', { body }),
    onSuccess: async (answer) => {
      if (!answer.ok) return setProblemas(problemasImpresora(answer))
      void cache.invalidateQueries({ queryKey: duenoKey }) // it is one of the steps to open the shop
      await cache.invalidateQueries({ queryKey: impresorasKey }) // opened again, it begins with what was saved
      showToast(`${answer.data.nombre}: guardada.`)
      close()
    },
    onError: () => {
      setProblemas({ general: sinRespuesta('se guardó', impresora && OTRA_VEZ) })
      void cache.invalidateQueries({ queryKey: impresorasKey })
    },
  })
  const text = (name: Exclude<keyof typeof values, 'sucursal'>) => ({
    name,
    value: values[name],
    error: problemas[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: HTMLInputElement }) => setValues({ ...values, [name]: target.value }),
  })
  const sucursal = values.sucursal || (sucursales?.[0]?.nombre ?? '')
  function save() {
    const { clave } = values
    const secret = clave ? { clave } : forget ? { clave: null } : {}
    const typed = bodyOf({ ...values, sucursal })
    const read = checkBody(ImpresoraForm, { ...typed, ...secret }, Object.keys(values))
    setProblemas(read.problems ?? {})
    if (read.problems) return
    // Its certificate is part of its address: another machine has another one
    const changed = { ...changedIn(before, typed, [['uri', 'huella']]), ...secret }
    if (impresora && Object.keys(changed).length === 0) {
      showToast('No había nada que cambiar', { tone: 'info' })
      return onClose()
    }
    mutate({ body: { ...typed, ...secret }, changed })
  }
  return (
    <FormDialog
      title={impresora ? `Cambiar ${impresora.nombre}` : 'Agregar impresora'}
      action="Guardar"
      busyText="Guardando…"
      isBusy={isPending}
      problems={problemas}
      onSubmit={save}
      onClose={onClose}
    >
      {problemas.general && <Notice tone="error">{problemas.general}</Notice>}
      <Field
        label="Nombre"
        hint="Como la llaman en el local: Ricoh, Color…"
        maxLength={60}
        {...text('nombre')}
      />
      <SelectField
        label="Sucursal"
        value={sucursal}
        error={problemas.sucursal}
        onChange={({ target }) => setValues({ ...values, sucursal: target.value })}
      >
        {sucursales?.map(({ nombre }) => (
          <option key={nombre}>{nombre}</option>
        ))}
      </SelectField>
      <Field
        label="Dirección"
        hint="Por ejemplo ipp://192.168.0.50/ipp/print, o socket://192.168.0.60:9100 si es una térmica de tickets. Con otra dirección se vuelve a leer qué puede hacer."
        inputMode="url"
        {...text('uri')}
      />
      <Field label="Usuario" hint="Solo si la impresora lo pide." {...text('usuario')} />
      <Field
        label="Clave"
        type="password"
        {...text('clave')}
        autoComplete="new-password"
        hint={
          impresora?.tiene_clave
            ? 'Ya tiene una, que no se muestra. Vacío queda como está.'
            : 'Solo si la impresora la pide. Después no se muestra.'
        }
      />
      {impresora?.tiene_clave && (
        <label className={styles.switch}>
          <input type="checkbox" checked={forget} onChange={() => setForget(!forget)} />
          <span>Olvidar la clave que tiene</span>
        </label>
      )}
      <Field label="Cuenta" hint="Código de usuario o departamento, si lo pide." {...text('cuenta')} />
      <Field
        label="Huella del certificado (SHA-256)"
        hint="Solo con direcciones ipps://: 64 cifras hexadecimales. Vacía, vale el primer certificado que muestre la impresora."
        {...text('huella')}
      />
    </FormDialog>
  )
}
