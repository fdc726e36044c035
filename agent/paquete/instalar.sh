#!/bin/sh
# Instala el agente de impresión en esta computadora.
#
#   sudo ./instalar.sh           como servicio: arranca con la máquina
#   ./instalar.sh                sin ser administrador: en esta misma carpeta
#   ./instalar.sh --sin-servicio como administrador, pero sin servicio
#   ./instalar.sh CODIGO         con el código que muestra Impresoras, sin que lo pregunte
#
# Se puede correr de nuevo: lo que ya estaba vinculado sigue vinculado.
set -eu
umask 077
# Lo que use esta persona en su PATH no cambia nada acá
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH

aqui=$(cd "$(dirname "$0")" && pwd)
servicio=si
codigo=
for dado in "$@"; do
  case $dado in
  --sin-servicio) servicio=no ;;
  -*)
    echo "No conozco la opción $dado." >&2
    exit 2
    ;;
  *) codigo=$dado ;;
  esac
done

if [ "$(uname -s)" != Linux ] || [ "$(uname -m)" != x86_64 ]; then
  echo 'Este programa es para Linux de 64 bits (x86_64).' >&2
  exit 2
fi
if [ -f "$aqui/node.gz" ]; then
  gzip -dc "$aqui/node.gz" >"$aqui/node.nuevo"
  chmod 700 "$aqui/node.nuevo"
  mv -f "$aqui/node.nuevo" "$aqui/node"
fi
if [ ! -x "$aqui/node" ] || ! "$aqui/node" --version >/dev/null 2>&1; then
  echo 'Esta computadora no puede correr el programa: hace falta un Linux con glibc 2.28 o más nueva.' >&2
  exit 1
fi

es_root=no
[ "$(id -u)" -eq 0 ] && es_root=si
# Corre systemd de verdad, y no solo está instalado
[ -d /run/systemd/system ] || servicio=no
[ $es_root = si ] || servicio=no

nombre=imprimitodo-agente
base=$aqui/instalado
[ $servicio = si ] && base=/opt/$nombre

como() { "$@"; }
if [ $servicio = si ]; then
  rechazar() {
    echo "No se instaló nada: $1. Cambiale el nombre, y corré esto de nuevo." >&2
    exit 1
  }
  # El dueño de una carpeta cambia lo que hay adentro, y un enlace lo lleva a otro lado
  [ ! -L "$base" ] || rechazar "$base es un enlace a otro lugar"
  if [ -e /opt ]; then
    dueno=$(stat -Lc %U /opt)
    [ "$dueno" = root ] || rechazar "/opt no es del administrador: es de $dueno"
  fi
  if [ -e "$base" ]; then
    dueno=$(stat -c %U "$base")
    [ "$dueno" = root ] || [ "$dueno" = "$nombre" ] || rechazar "$base ya estaba, y es de $dueno"
  fi
  # La usan también otros programas
  [ -d /opt ] || mkdir -m 755 /opt
  id "$nombre" >/dev/null 2>&1 ||
    useradd --system --no-create-home --home-dir "$base" --shell /usr/sbin/nologin "$nombre"
  como() { runuser -u "$nombre" -- "$@"; }
  systemctl stop "$nombre" >/dev/null 2>&1 || true
  # Lo que sigue lo escribe el administrador: ese usuario no cambia nada mientras tanto, y por un enlace suyo no se escribe
  if [ -d "$base" ]; then
    chown -Rh root:root "$base/."
    find "$base/." -type l -exec rm -f {} +
  fi
fi

"$aqui/node" "$aqui/lanzador.cjs" colocar --de "$aqui" --en "$base"
rm -f "$aqui/node"
if [ $servicio = si ]; then
  chown -Rh "$nombre:$nombre" "$base/versiones" "$base/datos" "$base/programa.json"
  # El lanzador no se actualiza solo: el usuario que lo corre no lo cambia ni lo corre de lugar
  chown "root:$nombre" "$base" "$base/tienda.json"
  chmod 1770 "$base"
  chmod 640 "$base/tienda.json"
  chmod 755 "$base/lanzador" "$base/lanzador/node" "$base/lanzador/lanzador.cjs"
fi

node=$base/lanzador/node
lanzador=$base/lanzador/lanzador.cjs
cd "$base"
if [ -n "$codigo" ]; then
  # Por la entrada: una línea de comandos la lee cualquiera en esta computadora
  printf '%s\n' "$codigo" | como "$node" "$lanzador" vincular || exit 1
elif [ ! -s "$base/datos/vinculo.json" ]; then
  como "$node" "$lanzador" vincular || {
    echo 'Quedó instalado sin vincular. Cuando tengas el código, corré esto de nuevo.' >&2
    exit 1
  }
fi

if [ $servicio = si ]; then
  cp -f "$aqui/imprimitodo-agente.service" /etc/systemd/system/$nombre.service
  chmod 644 /etc/systemd/system/$nombre.service
  systemctl daemon-reload
  systemctl enable --now "$nombre"
  echo 'Listo. Arranca solo con la máquina y se actualiza solo.'
  echo "Para ver qué hace: journalctl -u $nombre -f"
  exit 0
fi

# El nombre de la carpeta puede llevar comillas
citado() { printf %s "$1" | sed "s/'/'\\\\''/g; 1s/^/'/; \$s/\$/'/"; }
cat >"$base/arrancar.sh" <<FIN
#!/bin/sh
# Arranca el agente de impresión y lo mantiene andando.
exec $(citado "$node") $(citado "$lanzador") "\$@"
FIN
chmod 700 "$base/arrancar.sh"
echo "Listo. Para arrancarlo: $base/arrancar.sh"
echo 'No arranca solo con la máquina: eso necesita ser administrador, en un Linux con systemd.'
