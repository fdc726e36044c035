import { PasswordForm, type Usuario, UsuarioForm } from '@imprimitodo/shared/api/dueno'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { ROL_TITLES, ROLES_CON_TOPE } from '@imprimitodo/shared/rules/mostrador/rol'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { useSucursales } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { useMostradorSession } from '../session/session.ts'
import styles from './dueno.module.css'
import { Editor } from './editor.tsx'
import { OtraButton } from './listado.tsx'
import { Lista, Marco } from './marco.tsx'
import { useDueno, useReload } from './queries.ts'
import { textOf } from './valores.ts'

/** The people of the counter. */
export function PersonasPage() {
  const query = useDueno('GET /api/mostrador/usuarios', undefined)
  const [editing, setEditing] = useState<Usuario | 'nueva' | null>(null)
  const [resetting, setResetting] = useState<Usuario | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  return (
    <Marco title="Personas">
      <div className={styles.head}>
        <p className="muted">Quien trabaja en una sucursal ve y mueve solo los pedidos de esa sucursal.</p>
        <Button variant="primary" size="medium" icon={Plus} onClick={() => setEditing('nueva')}>
          Agregar persona
        </Button>
      </div>
      <Lista
        query={query}
        label="Personas"
        columns={['Nombre', 'E-mail', 'Sucursal', 'Rol', 'Segundo factor', 'Estado', 'Acciones']}
        empty="Todavía no hay nadie."
      >
        {(one) => (
          <tr key={one.id} className={cx(one.retirado && styles.off)}>
            <th scope="row">{one.nombre}</th>
            <td>{one.email}</td>
            <td data-columna="Sucursal">{one.sucursal ?? 'Todas'}</td>
            <td data-columna="Rol">{ROL_TITLES[one.rol]}</td>
            <td data-columna="Segundo factor">{one.segundo_factor ? 'Activo' : 'No tiene'}</td>
            <td>{one.retirado ? 'Retirada' : 'Activa'}</td>
            <td>
              <div className={styles.actions}>
                <TextButton onClick={() => setEditing(one)}>
                  Editar<span className="visually-hidden"> {one.nombre}</span>
                </TextButton>
                <TextButton onClick={() => setResetting(one)}>
                  Contraseña<span className="visually-hidden"> de {one.nombre}</span>
                </TextButton>
                {one.rol !== 'dueno' && one.segundo_factor && (
                  <OtraButton
                    label="Quitar segundo factor"
                    name={`a ${one.nombre}`}
                    done={`${one.nombre} ya no tiene segundo factor`}
                    act={() =>
                      ask('DELETE /api/mostrador/usuarios/:id/segundo-factor', {
                        params: { id: String(one.id) },
                      })
                    }
                  />
                )}
                {one.rol !== 'dueno' && (
                  <OtraButton
                    label={one.retirado ? 'Reponer' : 'Retirar'}
                    name={`a ${one.nombre}`}
                    done={
                      one.retirado ? `${one.nombre} puede ingresar` : `${one.nombre} ya no puede ingresar`
                    }
                    act={() =>
                      ask('PATCH /api/mostrador/usuarios/:id', {
                        params: { id: String(one.id) },
                        body: { retirado: !one.retirado },
                      })
                    }
                  />
                )}
              </div>
            </td>
          </tr>
        )}
      </Lista>
      {editing && (
        <PersonaEditor
          persona={editing === 'nueva' ? null : editing}
          onPassword={setShown}
          onClose={() => setEditing(null)}
        />
      )}
      {resetting && (
        <PasswordEditor persona={resetting} onPassword={setShown} onClose={() => setResetting(null)} />
      )}
      {shown && (
        <Dialog
          title="Contraseña nueva"
          isShownOnce
          onClose={() => setShown(null)}
          actions={<Button onClick={() => setShown(null)}>Ya la anoté</Button>}
        >
          <p>Se muestra esta única vez. Anotala o pasásela a la persona:</p>
          <p className={styles.secret}>{shown}</p>
        </Dialog>
      )}
    </Marco>
  )
}

/** A new person; a generated password, or until when the invitation is valid. */
type Hecha = { usuario: Usuario; password: string | null; hasta: string | null }

function PersonaEditor({
  persona,
  onPassword,
  onClose,
}: {
  persona: Usuario | null
  onPassword: (password: string | null) => void
  onClose: () => void
}) {
  const { data } = useSucursales()
  const reload = useReload()
  const isOwner = persona?.rol === 'dueno'
  const sucursal = {
    name: 'sucursal' as const,
    label: 'Sucursal',
    opciones: [['', 'Todas'], ...(data ?? []).map(({ nombre }) => [nombre, nombre])] as [string, string][],
  }
  const password = {
    name: 'password' as const,
    label: 'Contraseña',
    kind: 'secreto' as const,
    hint: 'Solo sin invitación. Vacía: la armamos nosotros y te la mostramos una vez.',
  }
  return (
    <Editor
      title={persona ? `Editar ${persona.nombre}` : 'Agregar persona'}
      schema={UsuarioForm}
      campos={[
        { name: 'nombre', label: 'Nombre' },
        { name: 'email', label: 'E-mail' },
        ...(isOwner ? [] : [sucursal, ROL]),
        ...(persona ? [] : [INVITAR, password]),
      ]}
      inicial={{
        nombre: persona?.nombre ?? '',
        email: persona?.email ?? '',
        sucursal: persona?.sucursal ?? '',
        rol: persona?.rol === 'encargado' ? 'encargado' : 'operador',
        invitar: true,
        password: '',
      }}
      saved="Persona guardada"
      body={(valores) => ({
        nombre: textOf(valores.nombre),
        email: textOf(valores.email),
        sucursal: textOf(valores.sucursal) || null,
        rol: valores.rol === 'encargado' ? ('encargado' as const) : ('operador' as const),
        password: valores.password || null,
        invitar: valores.invitar === true,
      })}
      save={(body): Promise<Answer<Hecha | Usuario>> => ask('POST /api/mostrador/usuarios', { body })}
      change={
        persona &&
        ((body) => ask('PATCH /api/mostrador/usuarios/:id', { params: { id: String(persona.id) }, body }))
      }
      onSaved={async (made) => {
        // First: it is shown only once, and the list may take long
        if ('usuario' in made) {
          onPassword(made.password)
          if (made.hasta)
            showToast(`Le mandamos la invitación: vale hasta el ${formatMoment(made.hasta).toLowerCase()}`)
        }
        await reload()
      }}
      onClose={onClose}
    />
  )
}

const ROL = {
  name: 'rol' as const,
  label: 'Rol',
  hint: 'Los topes de cada rol se ponen en Datos del negocio, «Seguridad del mostrador».',
  opciones: ROLES_CON_TOPE.toReversed().map((rol): [string, string] => [rol, ROL_TITLES[rol]]),
}
const INVITAR = {
  name: 'invitar' as const,
  label: 'Invitarla por mail',
  kind: 'si' as const,
  hint: 'Elige su contraseña con un enlace que vale 72 horas y sirve una vez.',
}
const ACTUAL = { name: 'actual', label: 'Tu contraseña actual', kind: 'secreto' } as const

function PasswordEditor({
  persona,
  onPassword,
  onClose,
}: {
  persona: Usuario
  onPassword: (password: string | null) => void
  onClose: () => void
}) {
  const isOwn = useMostradorSession()?.id === persona.id
  const password = {
    name: 'password' as const,
    label: 'Contraseña nueva',
    kind: 'secreto' as const,
    hint: `${isOwn ? '' : 'Vacía: la armamos nosotros y te la mostramos una vez. '}Termina todas sus sesiones.`,
  }
  return (
    <Editor
      title={`Contraseña de ${persona.nombre}`}
      schema={PasswordForm}
      campos={[...(isOwn ? [ACTUAL] : []), password]}
      inicial={{ actual: '', password: '' }}
      saved="Contraseña cambiada"
      body={({ password, actual }) => ({ password: password || null, actual: actual || null })}
      save={(body) =>
        ask('POST /api/mostrador/usuarios/:id/password', { params: { id: String(persona.id) }, body })
      }
      onSaved={(made) => onPassword(made.password)}
      onClose={onClose}
    />
  )
}
