import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../', import.meta.url));
const config = ts.getParsedCommandLineOfConfigFile(`${folder}tsconfig.json`, {}, {
	...ts.sys,
	onUnRecoverableConfigFileDiagnostic: () => {},
} as ts.ParseConfigFileHost);
const doors = [`${folder}src/index.ts`, `${folder}src/simd.ts`] as const;
const program = ts.createProgram(doors, config?.options ?? {});
const checker = program.getTypeChecker();
const [main, simd] = doors.map((path) => {
	const door = checker.getSymbolAtLocation(program.getSourceFile(path) as ts.Node);
	return checker.getExportsOfModule(door as ts.Symbol).map((symbol) => {
		const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
		return { name: symbol.name, target };
	});
}) as [Export[], Export[]];
const exported = [...main, ...simd];

interface Export {
	readonly name: string;
	readonly target: ts.Symbol;
}

describe('the public API', () => {
	it('changes on purpose only', () => {
		expect(listExports(main)).toMatchInlineSnapshot(`
			[
			  "class RecordingError",
			  "const DEFAULT_TOLERANCES",
			  "const FINGER_JOINTS",
			  "const ISSUE_CODES",
			  "const JOINTS",
			  "const JOINT_COUNT",
			  "const JOINT_NAMES",
			  "const LAYOUTS",
			  "const POSE_STRIDE",
			  "const RAY_STRIDE",
			  "const WEBXR_JOINT_COUNT",
			  "function bakeFrames",
			  "function createCurve",
			  "function createFileBuffer",
			  "function createFrameSample",
			  "function createHandSample",
			  "function createRecording",
			  "function createSampler",
			  "function curveKeys",
			  "function curveWords",
			  "function describeLayout",
			  "function evaluateCurve",
			  "function evaluateCurveAt",
			  "function evaluateCurveVelocity",
			  "function findWebXRJoint",
			  "function isRecording",
			  "function isRecordingError",
			  "function isSameLayout",
			  "function keyCount",
			  "function keyInTangent",
			  "function keyInWeight",
			  "function keyOutTangent",
			  "function keyOutWeight",
			  "function keyTime",
			  "function keyValue",
			  "function keyWeightedMode",
			  "function listSpans",
			  "function loadRecording",
			  "function mapCurves",
			  "function readOutline",
			  "function readRecording",
			  "function recordingByteLength",
			  "function sampleFrame",
			  "function sampleHand",
			  "function samplePose",
			  "function sampleRay",
			  "function transferList",
			  "function writeRecording",
			  "function writeRecordingInto",
			  "function writeWebXRJoints",
			  "type BakeOptions",
			  "type BakeTimes",
			  "type ByteSource",
			  "type ByteSpan",
			  "type ByteView",
			  "type BytesLike",
			  "type Curve",
			  "type CurveOptions",
			  "type CurveOutline",
			  "type EvaluateOptions",
			  "type Finger",
			  "type FrameSample",
			  "type FrameTable",
			  "type HandCurves",
			  "type HandParts",
			  "type HandSample",
			  "type HandTable",
			  "type HandsCurves",
			  "type Issue",
			  "type IssueCode",
			  "type JointInfo",
			  "type JointName",
			  "type Layout",
			  "type LayoutInfo",
			  "type LayoutName",
			  "type LoadOptions",
			  "type Marker",
			  "type Outline",
			  "type OutlineOptions",
			  "type PoseCurves",
			  "type PoseParts",
			  "type QuatCurves",
			  "type RayCurves",
			  "type RayParts",
			  "type ReadOptions",
			  "type Recording",
			  "type RecordingParts",
			  "type RecordingWith",
			  "type SampleOptions",
			  "type Sampler",
			  "type Section",
			  "type SectionFlags",
			  "type Side",
			  "type SourceOptions",
			  "type Tolerances",
			  "type Vec3Curves",
			  "type WriteOptions",
			]
		`);
	});

	it('has little more for SIMD', () => {
		expect(listExports(simd)).toMatchInlineSnapshot(`
			[
			  "function createSimdSampler",
			  "type SimdSampler",
			]
		`);
	});

	it('is documented, export by export', () => {
		const undocumented = exported.filter(({ target }) => target.getDocumentationComment(checker).length === 0);
		expect(undocumented.map(({ name }) => name)).toEqual([]);
	});

	it('names no type that is not exported', () => {
		const names = new Set(exported.map(({ name }) => name));
		const missing = new Set<string>();
		for (const { target } of exported) {
			for (const declaration of target.declarations ?? []) {
				visitSignature(declaration, (name) => {
					if (!names.has(name)) missing.add(`${target.name} uses ${name}`);
				});
			}
		}
		expect([...missing]).toEqual([]);
	});
});

describe('core', () => {
	it.each(['document', 'window', 'process', 'Buffer', 'require', '__dirname'])('does not see %s', (name) => {
		const path = `${folder}src/probe.ts`;
		const host = ts.createCompilerHost(config?.options ?? {});
		const { getSourceFile, fileExists } = host;
		const text = `export const probe: unknown = ${name};`;
		host.fileExists = (file) => file === path || fileExists(file);
		host.getSourceFile = (file, ...rest) =>
			file === path ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2023) : getSourceFile(file, ...rest);
		const diagnostics = ts.createProgram([path], config?.options ?? {}, host).getSemanticDiagnostics();
		const messages = diagnostics.map((entry) => ts.flattenDiagnosticMessageText(entry.messageText, ' '));
		expect(messages.join()).toContain(`Cannot find name '${name}'`);
	});
});

function listExports(list: readonly Export[]): string[] {
	return list.map(({ name, target }) => `${kindOf(target)} ${name}`).sort();
}

function kindOf(symbol: ts.Symbol): string {
	if (symbol.flags & ts.SymbolFlags.Function) return 'function';
	if (symbol.flags & ts.SymbolFlags.Class) return 'class';
	if (symbol.flags & ts.SymbolFlags.Variable) return 'const';
	return 'type';
}

// Names of core's own types in the signature of a declaration: parameters, results, members, heritage; not bodies.
function visitSignature(node: ts.Node, visit: (name: string) => void): void {
	if (ts.isBlock(node)) return;
	if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
		const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
		const symbol = checker.getSymbolAtLocation(name);
		const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
		const isOurs = target?.declarations?.some((entry) => entry.getSourceFile().fileName.startsWith(`${folder}src/`));
		const isModuleLevel = target?.declarations?.some((entry) => ts.isSourceFile(entry.parent));
		if (isOurs && isModuleLevel && target) visit(target.name);
	}
	ts.forEachChild(node, (child) => visitSignature(child, visit));
}
