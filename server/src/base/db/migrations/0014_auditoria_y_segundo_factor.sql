CREATE TABLE "auditoria" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auditoria_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cuando" timestamp with time zone NOT NULL,
	"operador_id" integer,
	"quien" text NOT NULL,
	"que" text NOT NULL,
	"clave" text NOT NULL,
	"nombre" text NOT NULL,
	"accion" text NOT NULL,
	"antes" jsonb,
	"despues" jsonb
);
--> statement-breakpoint
ALTER TABLE "operadores" ADD COLUMN "retirado" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operadores" ADD COLUMN "totp_secreto" text;--> statement-breakpoint
ALTER TABLE "operadores" ADD COLUMN "totp_activado" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operadores" ADD COLUMN "totp_paso" bigint;--> statement-breakpoint
ALTER TABLE "operadores" ADD COLUMN "totp_recuperacion" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auditoria_que" ON "auditoria" USING btree ("que","id");--> statement-breakpoint
CREATE INDEX "auditoria_operador" ON "auditoria" USING btree ("operador_id","id");