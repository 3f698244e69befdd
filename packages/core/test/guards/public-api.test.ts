import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../', import.meta.url));
const config = ts.getParsedCommandLineOfConfigFile(`${folder}tsconfig.json`, {}, {
	...ts.sys,
	onUnRecoverableConfigFileDiagnostic: () => {},
} as ts.ParseConfigFileHost);
const program = ts.createProgram([`${folder}src/index.ts`], config?.options ?? {});
const checker = program.getTypeChecker();
const door = checker.getSymbolAtLocation(program.getSourceFile(`${folder}src/index.ts`) as ts.Node);
const exported = checker.getExportsOfModule(door as ts.Symbol).map((symbol) => {
	const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
	return { name: symbol.name, target };
});

describe('the public API', () => {
	it('changes on purpose only', () => {
		const list = exported.map(({ name, target }) => `${kindOf(target)} ${name}`).sort();
		expect(list).toMatchInlineSnapshot(`
			[
			  "class Player",
			  "class Recorder",
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
			  "function addMarker",
			  "function alignGroup",
			  "function anchorPose",
			  "function bakeFrames",
			  "function bendCurve",
			  "function compactRecording",
			  "function compareInSteps",
			  "function compareRecordings",
			  "function concatRecordings",
			  "function createCurve",
			  "function createFileBuffer",
			  "function createFrameSample",
			  "function createHandSample",
			  "function createRecording",
			  "function createSampler",
			  "function curveKeys",
			  "function curveWords",
			  "function describeLayout",
			  "function diagnoseBytes",
			  "function diagnoseRecording",
			  "function editCurves",
			  "function evaluateCurve",
			  "function evaluateCurveAt",
			  "function evaluateCurveVelocity",
			  "function fillGaps",
			  "function findKey",
			  "function findWebXRJoint",
			  "function getCurves",
			  "function insertGroupKey",
			  "function insertKey",
			  "function invertPose",
			  "function isRecording",
			  "function isRecordingError",
			  "function isSameLayout",
			  "function isSorted",
			  "function keyCount",
			  "function keyInTangent",
			  "function keyInWeight",
			  "function keyOutTangent",
			  "function keyOutWeight",
			  "function keyTime",
			  "function keyValue",
			  "function keyWeightedMode",
			  "function listExcesses",
			  "function listGaps",
			  "function listKeyTimes",
			  "function listSpans",
			  "function loadRecording",
			  "function mapCurves",
			  "function mapGroup",
			  "function mirrorRecording",
			  "function moveMarker",
			  "function moveRecording",
			  "function optimizeInSteps",
			  "function optimizeRecording",
			  "function readOutline",
			  "function readRecording",
			  "function reanchorRecording",
			  "function recordingByteLength",
			  "function recoverJournal",
			  "function removeKey",
			  "function removeMarker",
			  "function renameMarker",
			  "function repairBytes",
			  "function repairRecording",
			  "function replaceCurves",
			  "function replaceParts",
			  "function resampleRecording",
			  "function reverseRecording",
			  "function sampleFrame",
			  "function sampleHand",
			  "function samplePose",
			  "function sampleRay",
			  "function segmentKind",
			  "function setKey",
			  "function setTangents",
			  "function setWrapModes",
			  "function shiftRecording",
			  "function smoothRecording",
			  "function sortCurve",
			  "function splitAtMarkers",
			  "function splitRecording",
			  "function straightenCurve",
			  "function stretchRecording",
			  "function stripRecording",
			  "function sumTimeSpans",
			  "function summarizeBytes",
			  "function transferList",
			  "function trimRecording",
			  "function writeRecording",
			  "function writeRecordingInto",
			  "function writeWebXRJoints",
			  "type AnchorOptions",
			  "type BakeOptions",
			  "type BakeTimes",
			  "type ByteSource",
			  "type ByteSpan",
			  "type ByteView",
			  "type BytesLike",
			  "type ChannelDeviation",
			  "type CompareOptions",
			  "type CompareRunOptions",
			  "type Comparison",
			  "type ConcatOptions",
			  "type Curve",
			  "type CurveGroup",
			  "type CurveOptions",
			  "type CurveOutline",
			  "type Deviation",
			  "type Diagnosis",
			  "type EvaluateOptions",
			  "type FillOptions",
			  "type Finger",
			  "type FrameSample",
			  "type FrameTable",
			  "type HandCurves",
			  "type HandParts",
			  "type HandSample",
			  "type HandSummary",
			  "type HandTable",
			  "type HandsCurves",
			  "type Issue",
			  "type IssueCode",
			  "type JointInfo",
			  "type JointName",
			  "type JournalGap",
			  "type JournalRecovery",
			  "type JournalSink",
			  "type KeyChange",
			  "type Layout",
			  "type LayoutInfo",
			  "type LayoutName",
			  "type LoadOptions",
			  "type Marker",
			  "type MarkerDifference",
			  "type OptimizeOptions",
			  "type OptimizeRunOptions",
			  "type Outline",
			  "type OutlineOptions",
			  "type PartSummary",
			  "type PlayerEvents",
			  "type PlayerOptions",
			  "type PlayerRange",
			  "type PlayerWrap",
			  "type PoseCurves",
			  "type PoseParts",
			  "type QuatCurves",
			  "type RayCurves",
			  "type RayParts",
			  "type ReadOptions",
			  "type RecorderOptions",
			  "type Recording",
			  "type RecordingPart",
			  "type RecordingParts",
			  "type RecordingPiece",
			  "type RecordingSummary",
			  "type RecordingWith",
			  "type RemainingIssue",
			  "type Repair",
			  "type RepairOptions",
			  "type RepairedIssue",
			  "type ResampleOptions",
			  "type RunOptions",
			  "type SampleOptions",
			  "type Sampler",
			  "type Section",
			  "type SectionFlags",
			  "type SegmentKind",
			  "type Side",
			  "type SmoothOptions",
			  "type SourceOptions",
			  "type SplitOptions",
			  "type StateDisagreement",
			  "type TangentMode",
			  "type TangentOptions",
			  "type TimeSpan",
			  "type Tolerances",
			  "type TrackingGap",
			  "type TrimOptions",
			  "type Vec3Curves",
			  "type WrapModes",
			  "type WriteOptions",
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

function kindOf(symbol: ts.Symbol): string {
	if (symbol.flags & ts.SymbolFlags.Function) return 'function';
	if (symbol.flags & ts.SymbolFlags.Class) return 'class';
	if (symbol.flags & ts.SymbolFlags.Variable) return 'const';
	return 'type';
}

// Names of core's own types in the signature of a declaration: parameters, results, members, heritage; not bodies, and
// not what is private.
function visitSignature(node: ts.Node, visit: (name: string) => void): void {
	if (ts.isBlock(node) || (ts.isClassElement(node) && node.name && ts.isPrivateIdentifier(node.name))) return;
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
