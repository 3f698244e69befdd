// Defines <handreel-player>.
import '@handreel/player';
