import type { Proveedor } from '@imprimitodo/shared/api/proveedores'
import {
  CAMPOS_CONEXION,
  type CampoConexion,
  type Conectable,
  camposDe,
  conexionProblems,
  type ValoresConexion,
} from '@imprimitodo/shared/rules/gestion/conexion'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useReducer, useState } from 'react'
import { showAnswer } from '../../api/query-client.ts'
import { OTRA_VEZ, sinRespuesta } from '../../api/sin-respuesta.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { BusyButton } from '../busy-button.tsx'
import { duenoKey } from '../dueno/queries.ts'
import { type Problemas, problemasOf } from '../problemas.ts'
import { ask } from '../session/ask.ts'
import { ArchivoField } from './archivo.tsx'
import styles from './proveedores.module.css'

/** The form that connects a provider. Stored values are not shown: an empty field keeps its value. */
export function Connect({
  cual,
  valores,
  inicial,
  onSaved,
  onClose,
}: {
  cual: Conectable
  valores: Proveedor['valores']
  /** Initial values where nothing is stored. */
  inicial: ValoresConexion
  /** Called after a save; also tests it. */
  onSaved: () => void
  onClose: () => void
}) {
  const cache = useQueryClient()
  const [problems, setProblems] = useState<Problemas<string>>({})
  const [isBusy, setBusy] = useState(false)
  const isKept = Object.values(valores).some(({ puesto }) => puesto)
  const [elegidas, setElegidas] = useState<ValoresConexion>({})
  const [saves, countSave] = useReducer((count: number) => count + 1, 0)
  // A choice that another person stored meanwhile is shown, unless this one chose
  const opciones = { ...opcionesOf(cual, valores, inicial), ...elegidas }
  const campos = camposDe(cual, opciones).filter(({ luego }) => isKept || !luego)

  async function send(body: { valores: ValoresConexion | null }): Promise<boolean> {
    setBusy(true)
    try {
      const answer = await ask('PUT /api/mostrador/proveedores/:cual', { params: { cual }, body })
      if (!answer.ok) {
        const claves = campos.map(({ clave }) => clave)
        setProblems(problemasOf(claves, answer, 'No se pudo guardar.'))
        return false
      }
      showAnswer(cache, ['proveedores'], answer.data)
      void cache.invalidateQueries({ queryKey: duenoKey })
      return true
    } catch {
      setProblems({ general: sinRespuesta('se guardó', `${OTRA_VEZ} Lo que escribiste sigue acá.`) })
      return false
    } finally {
      setBusy(false)
    }
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const typed = await typedIn(form, campos)
    const found = conexionProblems(cual, typed)
    // A stored value is valid already
    for (const { clave } of campos) if (valores[clave]?.puesto && !typed[clave]) delete found[clave]
    setProblems(found)
    const first = campos.find(({ clave }) => found[clave])
    if (first) return form.querySelector<HTMLElement>(`[name=${first.clave}]`)?.focus()
    if (!(await send({ valores: typed }))) return
    setElegidas({})
    countSave()
    onSaved()
  }

  async function disconnect() {
    if (!(await send({ valores: null }))) return
    showToast('Desconectado')
    onClose()
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      {campos.map((campo) => (
        <Campo
          // What was typed is stored now, and is not sent again with the next save
          key={`${campo.clave} ${saves}`}
          campo={campo}
          inicial={inicial[campo.clave]}
          isKept={valores[campo.clave]?.puesto ?? false}
          opcion={valores[campo.clave]?.opcion}
          elegida={elegidas[campo.clave]}
          error={problems[campo.clave]}
          onChoose={(valor) => setElegidas((before) => ({ ...before, [campo.clave]: valor }))}
        />
      ))}
      {problems.general && <Notice tone="error">{problems.general}</Notice>}
      <div className={styles.actions}>
        <BusyButton variant="primary" type="submit" size="medium" isBusy={isBusy} busyText="Guardando…">
          Guardar y probar
        </BusyButton>
        <Button size="medium" onClick={onClose}>
          Cerrar
        </Button>
        {isKept && (
          <Button size="medium" onClick={() => void disconnect()}>
            Desconectar
          </Button>
        )}
      </div>
    </form>
  )
}

/** The stored choices, else the first ones. Other fields may depend on them. */
const opcionesOf = (
  cual: Conectable,
  valores: Proveedor['valores'],
  inicial: ValoresConexion,
): ValoresConexion =>
  Object.fromEntries(
    CAMPOS_CONEXION[cual].flatMap(({ clave, opciones }) => {
      const valor = valores[clave]?.opcion ?? (inicial[clave] || opciones?.[0]?.[0])
      return opciones && valor ? [[clave, valor]] : []
    }),
  )

type CampoProps = {
  campo: CampoConexion
  inicial: string | undefined
  isKept: boolean
  /** The stored choice, and the one made here since. */
  opcion: string | undefined
  elegida: string | undefined
  error?: string
  onChoose: (valor: string) => void
}

function Campo({ campo, inicial = '', isKept, opcion, elegida, error, onChoose }: CampoProps) {
  const { clave, label, hint, secreto, opcional, opciones, archivo } = campo
  const common = { name: clave, hint, error: error ?? null, label: opcional ? `${label} (opcional)` : label }
  if (opciones)
    return (
      <SelectField
        {...common}
        value={elegida ?? opcion ?? (isKept ? '' : inicial || opciones[0]?.[0])}
        onChange={({ target }) => onChoose(target.value)}
      >
        {isKept && !opcion && <option value="">Queda como está</option>}
        {opciones.map(([valor, texto]) => (
          <option key={valor} value={valor}>
            {texto}
          </option>
        ))}
      </SelectField>
    )
  if (archivo) return <ArchivoField {...common} accept={archivo} />
  return (
    <div>
      <Field
        {...common}
        type={secreto ? 'password' : 'text'}
        autoComplete={secreto ? 'new-password' : 'off'}
        spellCheck={false}
        defaultValue={isKept ? '' : inicial}
        placeholder={isKept ? 'Guardado. Vacío, queda como está.' : undefined}
      />
      {isKept && opcional && (
        <label className={styles.sacar}>
          <input type="checkbox" name={emptyBoxOf(clave)} />
          Sacar lo guardado<span className="visually-hidden">: {label}</span>
        </label>
      )}
    </div>
  )
}

/** The checkbox that empties an optional field. */
const emptyBoxOf = (clave: string): string => `${clave} sacar`

/** More than any such file has: a longer one is reported as such without sending all of it. */
const READ_BYTES = 60_000

/** The filled values by key, '' to empty one that is stored; for a file its contents. */
async function typedIn(form: HTMLFormElement, campos: readonly CampoConexion[]): Promise<ValoresConexion> {
  const fields = new FormData(form)
  const typed: ValoresConexion = {}
  for (const { clave, archivo } of campos) {
    const input = form.elements.namedItem(clave)
    const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined
    const text = archivo ? await file?.slice(0, READ_BYTES).text() : String(fields.get(clave) ?? '')
    if (text?.trim()) typed[clave] = text.trim()
    else if (fields.has(emptyBoxOf(clave))) typed[clave] = ''
  }
  return typed
}
