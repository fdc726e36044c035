CREATE TABLE "notas_equipo" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notas_equipo_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pedido_id" text NOT NULL,
	"cuando" timestamp with time zone DEFAULT now() NOT NULL,
	"quien" text NOT NULL,
	"operador_id" integer,
	"texto" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "pedidos_promesa";--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "urgente" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "estante" text;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "partes_listas" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notas_equipo" ADD CONSTRAINT "notas_equipo_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notas_equipo" ADD CONSTRAINT "notas_equipo_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notas_equipo_pedido" ON "notas_equipo" USING btree ("pedido_id","id");--> statement-breakpoint
CREATE INDEX "pedidos_promesa" ON "pedidos" USING btree ((not "urgente"),coalesce("prometido", 'infinity'::timestamptz),"numero") WHERE "pedidos"."numero" is not null;